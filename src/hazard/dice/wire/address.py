"""Where a server is: a host and a port, as people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hazard.core.errors import BadInput

PORT = 5005
PORTS = 1 << 16


@dataclass(frozen=True)
class Address:
    """Where a server is."""

    host: str = "127.0.0.1"
    port: int = PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def check_port(port: int) -> None:
    """Raise BadInput where no server can listen; 0 is any that is free."""
    if not 0 <= port < PORTS:
        raise BadInput(f"port {port}: want 0 to {PORTS - 1}")


def parse_address(text: str) -> Address:
    """`HOST:PORT`, `HOST`, `:PORT` or `[::1]:PORT`; raises BadInput."""
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:\[\]]*))(?::(\d{1,5}))?", text, re.ASCII)
    port = int(found[3] or PORT) if found else 0
    if not found or not text or not 0 < port < PORTS:
        raise BadInput(f"an address {text!r}: want HOST:PORT, such as 127.0.0.1:{PORT}")
    return Address(found[1] or found[2] or "127.0.0.1", port)
