"""The addresses at which friends can reach this server in its networks."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

# No packet is sent: the system only says which of its addresses it would send from. The address is
# reserved for documentation (RFC 5737).
_ELSEWHERE = ("192.0.2.1", 9)


class ServerReach(NamedTuple):
    """Who can reach a server. local: this machine only. addresses: those for others."""

    local: bool
    addresses: tuple[str, ...]


def reach_of(listening: str) -> ServerReach:
    """The reach of a server that listens on this numeric address.

    >>> reach_of("192.0.2.7")
    ServerReach(local=False, addresses=('192.0.2.7',))
    """
    address = ip_address(listening.partition("%")[0])
    if address.is_loopback or address.is_unspecified:
        return ServerReach(address.is_loopback, machine_addresses())
    return ServerReach(False, (str(address),))


def machine_addresses() -> tuple[str, ...]:
    """The addresses (IPv4) of this machine in its networks, the preferred one first."""
    addresses: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        addresses.append(asking.getsockname()[0])
    with suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        addresses += [str(sockaddr[0]) for *_, sockaddr in known]
    return tuple(dict.fromkeys(address for address in addresses if _is_of_a_network(address)))


def _is_of_a_network(text: str) -> bool:
    address = ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
