// What fuzzing feeds: any bytes at all; each target reads them as its input and checks what must hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hazard::checks {

// A position made of raw codes (mostly impossible) or of a true layout with some cells open (always possible).
void fuzz_inference(std::span<const std::uint8_t> bytes);
// Opening, flagging and chording, beside an engine that does the same cell by cell.
void fuzz_boards(std::span<const std::uint8_t> bytes);
// Whole games by a policy under changing rules and sizes.
void fuzz_play(std::span<const std::uint8_t> bytes);
// Dicewars: any commands on any map, then a game between reference players.
void fuzz_dice(std::span<const std::uint8_t> bytes);

}  // namespace hazard::checks
