"""The addresses that friends are shown: of this machine, in its networks."""

import shutil
import subprocess

import pytest

from mj_lab.web.server.at_table.network import ServerReach, machine_addresses, reach_of


def test_what_this_machine_alone_reaches_shows_where_others_would() -> None:
    here = machine_addresses()
    assert reach_of("127.0.0.1") == reach_of("::1") == ServerReach(True, here)
    assert reach_of("0.0.0.0") == reach_of("::") == ServerReach(False, here)
    assert reach_of("fe80::1%eth0") == ServerReach(False, ("fe80::1",))


@pytest.mark.skipif(shutil.which("hostname") is None, reason="nothing to ask")
def test_they_are_addresses_that_the_system_has() -> None:
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("this system's hostname knows no -I")
    assert set(machine_addresses()) <= set(found.stdout.split())
    assert not any(one.startswith("127.") for one in machine_addresses())
