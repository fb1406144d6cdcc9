"""What cannot be served is refused before anybody waits."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.serving import Place, serve_dice
from hazard.core.errors import BadInput
from tests.dice.wire.served import DUEL


def test_what_cannot_be_served_is_refused_before_anybody_waits(tmp_path: Path) -> None:
    deal = Deal(DUEL, 1, 1, False)
    with pytest.raises(
        BadInput, match="2 agents leave no seat of 2 to a client; hazard match dice plays them"
    ):
        serve_dice(deal, ["dt.sdc", "dt.ste"])
    with pytest.raises(BadInput, match="2 games: want 1 to 1"):
        serve_dice(deal, games=2)
    for port in (-1, 65536):
        with pytest.raises(BadInput, match=f"port {port}: want 0 to 65535"):
            serve_dice(deal, place=Place(port=port))
    for wait in (-1.0, float("nan"), float("inf")):
        with pytest.raises(BadInput, match=f"a wait of {wait:g} s: want 0 to 86400"):
            serve_dice(deal, place=Place(wait=wait))
    with pytest.raises(BadInput, match="unknown agent"):
        serve_dice(deal, ["dt.sdd"])
    with pytest.raises(BadInput, match="cannot write"):
        serve_dice(deal, records=tmp_path / "nowhere" / "r.jsonl")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"cannot listen at 127.0.0.1:{port}: address already in use"):
            serve_dice(deal, place=Place(port=port))
    with pytest.raises(BadInput, match=r"cannot listen at 192\.0\.2\.1:0"):
        serve_dice(deal, place=Place(host="192.0.2.1"))
