"""The addresses that friends are shown: of this machine, in its networks."""

import shutil
import subprocess

import pytest

from mj_lab.web.server.at_table.network import ServerReach, machine_addresses, target_summary


def test_what_this_machine_alone_reaches_shows_where_others_would() -> None:
    here = machine_addresses()
    assert target_summary("127.0.0.1") == target_summary("::1") == ServerReach(True, here)
    assert target_summary("0.0.0.0") == target_summary("::") == ServerReach(False, here)
    assert target_summary("fe80::1%eth0") == ServerReach(False, ("fe80::1",))


@pytest.mark.skipif(shutil.which("hostname") is None, reason="nothing to ask")
def test_they_are_addresses_that_the_system_has() -> None:
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("this system's hostname knows no -I")
    assert set(machine_addresses()) <= set(found.stdout.split())
    assert not any(one.startswith("127.") for one in machine_addresses())
