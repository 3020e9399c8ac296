#include "odds/value/fan_cache.hpp"

#include <algorithm>
#include <utility>

#include "fan/fan.hpp"

namespace mj {

namespace {

// Places, as powers of two: of 32 bytes, and of 16. In a browser 256 MB are all there is.
#ifdef __wasm__
constexpr std::size_t kEntryBits = 13;
constexpr std::size_t kFourPungsBits = 11;
#else
constexpr std::size_t kEntryBits = 15;
constexpr std::size_t kFourPungsBits = 13;
#endif

bool is_wait(const FanItem& item) {
    const auto name = static_cast<fan::Fan>(item.fan);
    return name == fan::Fan::EdgeWait || name == fan::Fan::ClosedWait ||
           name == fan::Fan::SingleWait;
}

FinishedFan count(const Multiset& tiles, const Melds& melds, Tile tile, int seat_wind,
                  int prevalent_wind) {
    const Counts hand = tiles.counts();
    WinContext context;
    context.seat_wind = static_cast<std::uint8_t>(seat_wind);
    context.prevalent_wind = static_cast<std::uint8_t>(prevalent_wind);
    Win on_discard;
    if (!win(hand, melds, tile, context, on_discard)) return {};
    context.self_drawn = true;
    const int self_drawn = fan_of(hand, melds, tile, context);
    if (self_drawn < 0) return {};
    int wait = 0;
    for (const auto& item : std::span(on_discard.items).first(on_discard.count)) {
        if (is_wait(item)) wait += item.value * item.times;
    }
    return {static_cast<std::int16_t>(on_discard.fan), static_cast<std::int16_t>(self_drawn),
            static_cast<std::int16_t>(wait)};
}

}  // namespace

FanCache::FanCache()
    : entries_(std::size_t{1} << kEntryBits), four_pungs_(std::size_t{1} << kFourPungsBits) {}

FanCache::Key FanCache::key_of(const Multiset& hand, const Melds& melds, Tile tile,
                               unsigned winds) {
    Key key{hand.word(0), hand.word(1) << 6U | tile, 0};
    key[1] = key[1] << 4U | winds;
    for (const auto& meld : melds) {
        const unsigned kind = 1U + static_cast<unsigned>(meld.kind);
        key[2] = key[2] << 10U | kind << 8U | static_cast<unsigned>(meld.tile << 2U) | meld.offer;
    }
    // Not the key of an empty entry.
    key[0] |= std::uint64_t{1} << 63U;
    return key;
}

std::size_t FanCache::place_of(const Key& key) {
    std::uint64_t mixed = key[0] * 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ mixed >> 32U ^ key[1]) * 0xC2B2AE3D27D4EB4FULL;
    mixed = (mixed ^ mixed >> 32U ^ key[2]) * 0x9E3779B97F4A7C15ULL;
    return mixed >> (64U - kEntryBits);
}

FinishedFan FanCache::finished(const Multiset& hand, const Melds& melds, Tile tile, int seat_wind,
                               int prevalent_wind) {
    const auto winds = static_cast<unsigned>(seat_wind * kSeats + prevalent_wind);
    const Key key = key_of(hand, melds, tile, winds);
    auto& entry = entries_[place_of(key)];
    auto& other = entries_[place_of(key) ^ 1U];
    if (entry.holds(key)) return entry.found;
    if (other.holds(key)) {
        std::swap(entry, other);
        return entry.found;
    }
    other = entry;
    entry = {key, count(hand, melds, tile, seat_wind, prevalent_wind)};
    return entry.found;
}

int FanCache::four_pungs(std::span<const Tile> pungs, Tile pair, int seat_wind,
                         int prevalent_wind) {
    std::uint64_t key = pair;
    for (const auto tile : pungs) key = key << 6U | tile;
    key = key << 4U | static_cast<unsigned>(seat_wind * kSeats + prevalent_wind);
    auto& entry = four_pungs_[key * 0x9E3779B97F4A7C15ULL >> (64U - kFourPungsBits)];
    if (entry.key == key) return entry.fan;
    Counts hand{};
    hand[pair] = 1;
    Melds melds;
    for (const auto tile : pungs) melds.push({MeldKind::Pung, tile, 1, false});
    WinContext context;
    context.seat_wind = static_cast<std::uint8_t>(seat_wind);
    context.prevalent_wind = static_cast<std::uint8_t>(prevalent_wind);
    entry = {key, std::max(fan_of(hand, melds, pair, context), 0)};
    return entry.fan;
}

}  // namespace mj
