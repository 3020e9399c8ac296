#include "tactics/random.hpp"

#include "core/crc32.hpp"

namespace mj {

namespace {

// Knuth's multiplier, 2^32 / golden ratio: spreads checksums evenly over 32 bits.
constexpr std::uint32_t kSpread = 2654435761U;

}  // namespace

std::uint32_t lot_of(const GameState& state, std::uint32_t seed) {
    return crc32(state.unseen, seed) * kSpread;
}

Action Random::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    return legal[(std::uint64_t{lot_of(state, seed_)} * legal.size()) >> 32U];
}

}  // namespace mj
