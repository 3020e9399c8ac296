#include "features/look_ahead.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "numbers/target_table.hpp"
#include "odds/opponents/deal_in.hpp"
#include "odds/opponents/tile_location.hpp"

namespace mj {

namespace {

// The weight of a copy that is exactly as likely as the others.
constexpr int kEvenWeight = 32;
constexpr int kMostWeight = 127;

// For claims: the first of the two classes shown, and the kind of chance.
constexpr int kFirstClaimClass = 1;
constexpr int kClaimChance = 1;

// The class of each fan up to the last class's.
constexpr auto kClassOfFan = [] {
    std::array<std::uint8_t, kLeastFans.back() + 1> classes{};
    for (std::size_t fan = 0; fan < classes.size(); ++fan) {
        for (const int least : kLeastFans) {
            if (static_cast<int>(fan) >= least) ++classes[fan];
        }
    }
    return classes;
}();

// 2 to the power of -1/10, and its powers from the 253rd up to 1.
constexpr double kStep = 0.9330329915368074;
constexpr int kCertain = 255;

constexpr auto chances_by_byte() {
    std::array<double, kCertain - 1> chances{};
    double chance = 1;
    for (std::size_t place = chances.size(); place-- > 0; chance *= kStep) chances[place] = chance;
    return chances;
}
constexpr auto kChancesByByte = chances_by_byte();

// How many chances are at most as high as the lower bound of each bucket. A bucket is a 32nd of an
// octave, so that few chances are left to compare with.
constexpr unsigned kBucketShift = 47;
constexpr auto bucket_of(double chance) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(chance) >> kBucketShift);
}
constexpr int kFirstBucket = bucket_of(kChancesByByte.front());
constexpr auto kLeastByBucket = [] {
    std::array<std::uint8_t, bucket_of(1.0) - kFirstBucket + 1> least{};
    for (std::size_t bucket = 1; bucket < least.size(); ++bucket) {
        const auto bound = std::bit_cast<double>((kFirstBucket + bucket) << kBucketShift);
        least[bucket] = least[bucket - 1];
        while (kChancesByByte[least[bucket]] < bound) ++least[bucket];
    }
    return least;
}();

constexpr std::int64_t choose(std::int64_t left, int wanted) {
    std::int64_t ways = 1;
    for (int place = 0; place < wanted; ++place) ways = ways * (left - place) / (place + 1);
    return left >= wanted ? ways : 0;
}

std::int64_t weight_of(double chance, int left, int copies) {
    if (copies == 0) return 1;
    const auto weight =
        static_cast<std::int64_t>(std::floor(kEvenWeight * chance * left / copies + 0.5));
    return std::clamp<std::int64_t>(weight, 1, kMostWeight);
}

}  // namespace

LookAhead::LookAhead(std::shared_ptr<const OddsTables> tables)
    : tables_(std::move(tables)), nearest_(tables_, options_, fans_) {}

void LookAhead::write(const GameState& state, std::span<std::uint8_t, kLookAheadCells> cells) {
    std::ranges::fill(cells, std::uint8_t{0});
    weigh(state);
    search(state, state.hand, state.own_melds(), state.decision == Decision::OwnDraw, true);
    write_blocks(cells.data());
    each_claim(state, [&](int place, const Counts& hand, const Meld& meld) {
        Melds melds = state.own_melds();
        melds.push(meld);
        search(state, hand, melds, place != kKongPlace, false);
        write_claim(cells.data(), (1 + kChances) * kLookAheadBlock + place * kClaimBlock);
    });
}

// Writes the last search: whether there are wins, and how likely they are.
void LookAhead::write_blocks(std::uint8_t* cells) const {
    int channel = 0;
    for (int chance = 0; chance < kChances; ++chance) {
        for (int replaced = 0; replaced < kReplaced; ++replaced) {
            for (int its_class = 0; its_class < kFanClasses; ++its_class, ++channel) {
                write_channel(cells, kLookAheadBlock + channel, chance, replaced, its_class);
            }
        }
    }
    for (std::size_t cell = 0; cell < kLookAheadBlock * kTileKinds; ++cell) {
        cells[cell] = static_cast<std::uint8_t>(cells[kLookAheadBlock * kTileKinds + cell] != 0);
    }
}

// Writes the part of the last search that is shown for a claim.
void LookAhead::write_claim(std::uint8_t* cells, int channel) const {
    for (int replaced = 0; replaced < kReplaced; ++replaced) {
        for (int its_class = kFirstClaimClass; its_class < kFirstClaimClass + 2; ++its_class) {
            write_channel(cells, channel++, kClaimChance, replaced, its_class);
        }
    }
}

void LookAhead::write_channel(std::uint8_t* cells, int channel, int chance, int replaced,
                              int its_class) const {
    std::uint8_t* row = cells + channel * kTileKinds;
    for (unsigned column = 0; column < columns_; ++column) {
        const std::uint8_t byte = byte_of(chance, replaced, its_class, column);
        if (discarding_) {
            row[discards_[column]] = byte;
        } else {
            std::fill_n(row, kTileKinds, byte);
        }
    }
}

void LookAhead::weigh(const GameState& state) {
    const TileLocation location = tile_location_of(state, deal_in_of(state).threat);
    unseen_ = state.unseen;
    const int left = sum_of(unseen_);
    for (int tile = 0; tile < kTileKinds; ++tile) {
        const int copies = unseen_[tile];
        const std::array<std::int64_t, kChances> weights{
            1, weight_of(location.drawn[tile], left, copies),
            weight_of(location.discarded[tile], left, copies)};
        for (int chance = 0; chance < kChances; ++chance) {
            std::int64_t weight = 1;
            for (int wanted = 0; wanted <= kCopies; ++wanted, weight *= weights[chance]) {
                ways_[tile][wanted][chance] = choose(copies, wanted) * weight;
            }
        }
    }
    std::int64_t even = 1;
    for (int replaced = 0; replaced < kReplaced; ++replaced) {
        even *= kEvenWeight;
        const auto ways = std::max<std::int64_t>(choose(left, replaced + 1), 1);
        in_all_[0][replaced] = static_cast<double>(ways);
        in_all_[1][replaced] = in_all_[2][replaced] = static_cast<double>(ways * even);
    }
}

// Computes the sums of a hand, by column. keep: the seat's own hand, not that after a claim.
void LookAhead::search(const GameState& state, const Counts& hand, const Melds& melds,
                       bool discarding, bool keep) {
    sums_ = {};
    discarding_ = discarding;
    columns_ = discarding ? 0 : 1;
    const HandContext context =
        hand_context_of(hand, melds, unseen_, state.seat, state.prevalent_wind);
    const Multiset have(context.have);
    Multiset held;  // what the hand and the melds have of its discards
    std::array<std::uint8_t, kTileKinds> column_of{};
    for (Tile tile = 0; discarding && tile < kTileKinds; ++tile) {
        if (hand[tile] == 0) continue;
        held.add(tile, context.have[tile]);
        column_of[tile] = static_cast<std::uint8_t>(columns_);
        discards_[columns_++] = tile;
    }
    const auto targets = nearest_.within(context, kReplaced, keep);
    missing_.clear(targets.size());
    groups_.clear();
    for (const Nearest::Near& target : targets) {
        if (target.distance == 0 || target.distance > kReplaced) continue;
        unsigned spare = discarding ? 0 : 1;
        held.without(target.tiles).each_taken([&](unsigned tile, const Multiset&) {
            spare |= 1U << column_of[tile];
        });
        group(target.tiles.without(have), target, spare);
    }
    for (int number = 0; number < missing_.size(); ++number) {
        add(missing_.key(number), groups_[number]);
    }
    add_higher_classes();
}

void LookAhead::group(const Multiset& lacks, const Nearest::Near& target, unsigned spare) {
    const int number = missing_.number(lacks);
    if (number == std::ssize(groups_)) groups_.emplace_back().distance = target.distance;
    Group& group = groups_[number];
    const unsigned its_class = kClassOfFan[std::min<int>(target.fan, kLeastFans.back())];
    group.spare[its_class] |= static_cast<std::uint16_t>(spare);
    group.classes |= 1U << its_class;
}

// Adds the ways to draw the missing tiles of a group, for each discard to its highest class.
void LookAhead::add(const Multiset& missing, const Group& group) {
    std::array<std::int64_t, kChances> ways{1, 1, 1};
    missing.each_taken([&](unsigned tile, const Multiset&) {
        const auto& of_tile = ways_[tile][missing.count(tile)];
        for (int chance = 0; chance < kChances; ++chance) ways[chance] *= of_tile[chance];
    });
    unsigned added = 0;
    for (unsigned classes = group.classes; classes != 0;) {
        const int its_class = std::bit_width(classes) - 1;
        classes ^= 1U << static_cast<unsigned>(its_class);
        if (its_class == 0) added = 0;  // Chicken Hands are no part of the others
        auto& sums = sums_[group.distance - 1][its_class];
        for (unsigned left = group.spare[its_class] & ~added; left != 0; left &= left - 1) {
            auto& sum = sums[std::countr_zero(left)];
            for (int chance = 0; chance < kChances; ++chance) sum[chance] += ways[chance];
        }
        added |= group.spare[its_class];
    }
}

// What is in a class of more fan is in those of fewer too.
void LookAhead::add_higher_classes() {
    for (auto& of_distance : sums_) {
        for (int its_class = kFanClasses - 2; its_class > 0; --its_class) {
            for (unsigned column = 0; column < columns_; ++column) {
                for (int chance = 0; chance < kChances; ++chance) {
                    of_distance[its_class][column][chance] +=
                        of_distance[its_class + 1][column][chance];
                }
            }
        }
    }
}

std::uint8_t LookAhead::byte_of(int chance, int replaced, int its_class, unsigned column) const {
    const std::int64_t sum = sums_[replaced][its_class][column][chance];
    if (sum == 0) return 0;
    const double likely = static_cast<double>(sum) / in_all_[chance][replaced];
    const int bucket = bucket_of(likely) - kFirstBucket;
    std::size_t least = kLeastByBucket[std::clamp<int>(bucket, 0, kLeastByBucket.size() - 1)];
    while (least < kChancesByByte.size() && kChancesByByte[least] <= likely) ++least;
    return static_cast<std::uint8_t>(1 + least);
}

}  // namespace mj
