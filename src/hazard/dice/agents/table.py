"""The table of Dicewars agents; nothing else lists them."""

from __future__ import annotations

from hazard.core.registry import AgentRow

PLAYS_MODELS: str | None = None


def _reference(policy: str, class_name: str, sentence: str) -> AgentRow:
    path, port = f"hazard.dice.agents.references:{class_name}", policy.replace(".", "_")
    return AgentRow(f"dice/{policy}", path, sentence, policy, port)


def _search(policy: str, class_name: str, sentence: str, port: str | None = None) -> AgentRow:
    return AgentRow(f"dice/{policy}", f"hazard.dice.agents.search:{class_name}", sentence, policy, port)


def _course_net(policy: str, class_name: str, sentence: str) -> AgentRow:
    return AgentRow(f"dice/{policy}", f"hazard.dice.agents.course_net:{class_name}", sentence, policy)


AGENTS: tuple[AgentRow, ...] = (
    _reference("dt.rand", "Rand", "plays a random legal attack until none is left"),
    _reference("dt.sdc", "Sdc", "plays the greatest dice difference, while it is not negative"),
    _reference("dt.ste", "Ste", "plays the attack most likely to win and to hold what it won, from 20 % on"),
    _reference("dt.stei", "Stei", "as dt.ste from 40 % on, attacks from its largest region counted double"),
    _reference("dt.wpm_s", "WpmS", "raises a win probability made of largest regions"),
    _reference("dt.wpm_d", "WpmD", "raises a win probability made of numbers of dice"),
    _reference("dt.wpm_c", "WpmC", "raises a win probability made of largest regions and numbers of dice"),
    _reference("kb.sdc_pre_at", "SdcPreAt", "transfers up to six times to the border, then plays as dt.sdc"),
    _reference("kb.sdc_post_at", "SdcPostAt", "plays as dt.sdc: the transfer it builds is never returned"),
    _reference("kb.sdc_post_dt", "SdcPostDt", "plays as dt.sdc, then evacuates endangered dice"),
    _reference("kb.stei_at", "SteiAt", "to the border, as dt.stei, then evacuates with what is left"),
    _reference("kb.stei_adt", "SteiAdt", "as kb.stei_at, with two transfers kept for the evacuation"),
    _reference("kb.stei_dt", "SteiDt", "plays as dt.stei, then evacuates endangered dice"),
    _reference("xlogin00", "Xlogin00", "plays two random attacks a turn"),
    _reference("xlogin42", "Xlogin42", "random for three turns, then differences out of its largest region"),
    _search(
        "search",
        "Search",
        "looks four commands ahead for the best position to leave, for any table and map",
        "search",
    ),
    _search(
        "search-fast",
        "SearchFast",
        "as search, one command ahead: about fifteen times as fast",
        "search_fast",
    ),
    _search("search-strong", "SearchStrong", "as search, six commands ahead: about four times as slow"),
    _course_net(
        "course-net",
        "CourseNet",
        "dice to the front, attacks tried with each opponent's reply, judged by a network",
    ),
    _course_net("course-net-by-hand", "CourseNetByHand", "the same, judged by shares of dice and regions"),
    _course_net(
        "course-net-authors",
        "CourseNetAuthors",
        "the same as its authors wrote it: attacks are tried on the game's first board",
    ),
)
