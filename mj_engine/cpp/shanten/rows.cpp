#include "shanten/rows.hpp"

#include <algorithm>
#include <bit>

namespace mj::shanten {

namespace {

void take_better(const Row& other, Row& best) {
    for (std::size_t place = 0; place < best.size(); ++place) {
        best[place] = std::max(best[place], other[place]);
    }
}

// The row with one more set that has this many tiles.
Row and_set(const Row& row, int tiles) {
    Row with = row;
    for (int sets = 1; sets < kPlaces; ++sets) {
        with[sets] = static_cast<std::uint8_t>(row[sets - 1] + tiles);
        with[kPlaces + sets] = static_cast<std::uint8_t>(row[kPlaces + sets - 1] + tiles);
    }
    return with;
}

// The row with a pair that has this many tiles.
Row and_pair(const Row& row, int tiles) {
    Row with = row;
    for (int sets = 0; sets < kPlaces; ++sets) {
        with[kPlaces + sets] = static_cast<std::uint8_t>(row[sets] + tiles);
    }
    return with;
}

// The slot of a key among so many, a power of two.
constexpr std::size_t slot_of(Packed key, std::size_t slots) {
    constexpr std::uint32_t spread = 2654435761U;  // Knuth's: 2^32 / golden ratio
    return (key * spread) >> (32U - static_cast<unsigned>(std::countr_zero(slots)));
}

constexpr Packed kHonours = Packed{1} << 31U;  // tells honours from a suit with the same counts
constexpr int kHonourKinds = kTileKinds - kFirstHonour;

}  // namespace

Packed pack(const std::uint8_t* counts, int places) {
    Packed packed = 0;
    for (int place = 0; place < places; ++place) packed |= counts[place] * one_at(place);
    return packed;
}

const Rows::Entry& Rows::entry(Packed counts, Memory& memory, bool chows) {
    const std::size_t slot = slot_of(counts, kRemembered);
    if (memory[slot].counts != counts) {
        const Row row = compute(counts, memory, chows);  // may use the slot in between
        memory[slot] = {counts, row};
    }
    return memory[slot];
}

// The best over all uses of one copy of the first tile: unused, in a set or in the pair, alone or
// with other tiles. The rest is a smaller hand.
Row Rows::compute(Packed counts, Memory& memory, bool chows) {
    if (counts == 0) return Row{};
    const int first = std::countr_zero(counts) / static_cast<int>(kBits);
    const Packed tile = one_at(first);
    const auto left = [&](Packed taken) { return entry(counts - taken, memory, chows).row; };
    const Row alone = left(tile);
    Row best = alone;
    take_better(and_set(alone, 1), best);
    take_better(and_pair(alone, 1), best);
    if (count_at(counts, first) > 1) {
        const Row rest = left(2 * tile);
        take_better(and_set(rest, 2), best);
        take_better(and_pair(rest, 2), best);
    }
    if (count_at(counts, first) > 2) take_better(and_set(left(3 * tile), 3), best);
    if (!chows) return best;
    const Packed next =
        first + 1 < kSuitSize && count_at(counts, first + 1) > 0 ? one_at(first + 1) : 0;
    const Packed second =
        first + 2 < kSuitSize && count_at(counts, first + 2) > 0 ? one_at(first + 2) : 0;
    if (next != 0) take_better(and_set(left(tile + next), 2), best);
    if (second != 0) take_better(and_set(left(tile + second), 2), best);
    if (next != 0 && second != 0) take_better(and_set(left(tile + next + second), 3), best);
    return best;
}

const Raises& Rows::raises(Packed counts, bool chows) {
    const Packed key = counts | (chows ? Packed{0} : kHonours);
    RaisesEntry& entry = raises_[slot_of(key, kRaises)];
    if (entry.counts == key) return entry.raises;
    entry = {key, {}};
    Memory& memory = chows ? suits_ : honours_;
    const Row low = this->entry(counts, memory, chows).row;
    for (int place = 0; place < (chows ? kSuitSize : kHonourKinds); ++place) {
        const Row& high = this->entry(counts + one_at(place), memory, chows).row;
        for (std::size_t of = 0; of < low.size(); ++of) {
            entry.raises[of] |= static_cast<std::uint16_t>((high[of] > low[of]) << place);
        }
    }
    return entry.raises;
}

Row join(const Row& one, const Row& other) {
    Row joined{};
    for (int sets = 0; sets < kPlaces; ++sets) {
        for (int mine = 0; mine <= sets; ++mine) {
            const int rest = sets - mine;
            const int plain = one[mine] + other[rest];
            const int paired =
                std::max(one[mine] + other[kPlaces + rest], one[kPlaces + mine] + other[rest]);
            joined[sets] = std::max(joined[sets], static_cast<std::uint8_t>(plain));
            joined[kPlaces + sets] =
                std::max(joined[kPlaces + sets], static_cast<std::uint8_t>(paired));
        }
    }
    return joined;
}

int usable(const Row& one, const Row& other, int sets) {
    int most = 0;
    for (int mine = 0; mine <= sets; ++mine) {
        most = std::max({most, one[mine] + other[kPlaces + sets - mine],
                         one[kPlaces + mine] + other[sets - mine]});
    }
    return most;
}

std::uint16_t tight(const Row& one, const Row& other, int sets, int most) {
    unsigned bits = 0;
    for (unsigned mine = 0; mine <= static_cast<unsigned>(sets); ++mine) {
        const unsigned rest = static_cast<unsigned>(sets) - mine;
        if (one[mine] + other[kPlaces + rest] == most) bits |= 1U << mine;
        if (one[kPlaces + mine] + other[rest] == most) bits |= 1U << (kPlaces + mine);
    }
    return static_cast<std::uint16_t>(bits);
}

}  // namespace mj::shanten
