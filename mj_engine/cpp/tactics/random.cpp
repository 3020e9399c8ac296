#include "tactics/random.hpp"

#include "core/crc32.hpp"

namespace mj {

namespace {

// Knuth's multiplier, 2^32 / golden ratio: spreads checksums evenly over 32 bits.
constexpr std::uint32_t kSpread = 2654435761U;

}  // namespace

Action Random::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const std::uint32_t spread = crc32(state.unseen, seed_) * kSpread;
    return legal[(std::uint64_t{spread} * legal.size()) >> 32U];
}

}  // namespace mj
