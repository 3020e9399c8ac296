#include "odds/targets/distances.hpp"

#include <algorithm>

#include "core/clones.hpp"
#include "numbers/nearest.hpp"

namespace mj {

namespace {

// Adds to each sum how many copies of one tile its count lacks, with `have` held and `reach`
// possible. Plain bytes without branches, so that compilers can vectorize it.
MJ_CLONES void add_lacks(std::uint8_t* __restrict sums, const std::uint8_t* __restrict counts,
                         int size, std::uint8_t have, std::uint8_t reach,
                         std::uint8_t not_to_be_had) {
    for (int part = 0; part < size; ++part) {
        const std::uint8_t count = counts[part];
        const auto lack = static_cast<std::uint8_t>(count > have ? count - have : 0);
        sums[part] = static_cast<std::uint8_t>(sums[part] + (count > reach ? not_to_be_had : lack));
    }
}

MJ_CLONES int least_of(std::uint8_t* __restrict sums, int size, std::uint8_t most) {
    std::uint8_t least = most;
    for (int part = 0; part < size; ++part) {
        sums[part] = std::min(sums[part], most);
        least = std::min(least, sums[part]);
    }
    return least;
}

// Puts the parts out of reach whose code has less than `least` in the bits of `mask`.
MJ_CLONES void cut_below(std::uint8_t* __restrict distances, const std::int32_t* __restrict codes,
                         int size, std::int32_t mask, std::int32_t least, std::uint8_t far) {
    for (int part = 0; part < size; ++part) {
        distances[part] = (codes[part] & mask) < least ? far : distances[part];
    }
}

MJ_CLONES void cut_fewer(std::uint8_t* __restrict distances, const std::uint8_t* __restrict counts,
                         int size, std::uint8_t copies, std::uint8_t far) {
    for (int part = 0; part < size; ++part) {
        distances[part] = counts[part] < copies ? far : distances[part];
    }
}

}  // namespace

void PartDistances::begin(const Parts& parts, const SuitKey& key,
                          std::span<const std::uint8_t> have,
                          std::span<const std::uint8_t> unseen) {
    parts_ = &parts;
    key_ = key;
    held_ = 0;
    for (int tile = 0; tile < parts.tiles; ++tile) {
        have_[tile] = have[tile];
        reach_[tile] = static_cast<std::uint8_t>(have[tile] + unseen[tile]);
        held_ += have[tile];
    }
    made_.fill(false);
    least_.fill(numbers::nearest::kUnreachable);
    distance_.assign(parts.size(), static_cast<std::uint8_t>(numbers::nearest::kUnreachable));
}

void PartDistances::make(int part_class) {
    const int begin = parts_->starts[part_class];
    const int size = parts_->starts[part_class + 1] - begin;
    auto* sums = distance_.data() + begin;
    std::fill_n(sums, size, std::uint8_t{0});
    for (int tile = 0; tile < parts_->tiles; ++tile) {
        if (have_[tile] >= kCopies) continue;
        add_lacks(sums, parts_->row(tile) + begin, size, have_[tile], reach_[tile],
                  static_cast<std::uint8_t>(numbers::nearest::kNotToBeHad));
    }
    if (key_.chows != 0 || key_.pungs != 0) cut_without_melds(begin, begin + size);
    least_[part_class] =
        least_of(sums, size, static_cast<std::uint8_t>(numbers::nearest::kUnreachable));
    made_[part_class] = true;
}

void PartDistances::cut_without_melds(int begin, int end) {
    const auto cut = [&](std::uint32_t mask, std::uint32_t least) {
        cut_below(distance_.data() + begin, parts_->codes.data() + begin, end - begin,
                  static_cast<std::int32_t>(mask), static_cast<std::int32_t>(least),
                  static_cast<std::uint8_t>(numbers::nearest::kUnreachable));
    };
    for (std::uint32_t mask = 7; mask < 1U << kFirstPungBit; mask <<= kChowBits) {
        if ((key_.chows & mask) != 0) cut(mask, key_.chows & mask);
    }
    for (std::uint32_t left = key_.pungs; left != 0; left &= left - 1) {
        cut(left & (~left + 1), left & (~left + 1));
    }
}

void PartDistances::keep_with(int tile, int copies) {
    constexpr auto far = static_cast<std::uint8_t>(numbers::nearest::kUnreachable);
    cut_fewer(distance_.data(), parts_->row(tile), parts_->size(),
              static_cast<std::uint8_t>(copies), far);
    for (int part_class = 0; part_class < kPartClasses; ++part_class) {
        if (!made_[part_class]) continue;
        const int begin = parts_->starts[part_class];
        least_[part_class] =
            least_of(distance_.data() + begin, parts_->starts[part_class + 1] - begin, far);
    }
}

SuitKey suit_key(std::span<const std::uint8_t> have, std::span<const std::uint8_t> unseen,
                 const Melds& melds, int suit) {
    SuitKey key;
    for (std::size_t tile = 0; tile < have.size(); ++tile) {
        // No target holds more than four of a tile; more unseen copies make no difference.
        const unsigned held = have[tile];
        const unsigned left = std::min<unsigned>(unseen[tile], kCopies - held);
        key.tiles = key.tiles << 6U | held << 3U | left;
    }
    for (const auto& meld : melds) {
        if (suit_of(meld.tile) != suit) continue;
        const auto place = static_cast<unsigned>(place_of(meld.tile));
        if (meld.kind == MeldKind::Chow) {
            key.chows += 1U << (kChowBits * (place - 1));
        } else {
            key.pungs |= 1U << (kFirstPungBit + place);
        }
    }
    return key;
}

}  // namespace mj
