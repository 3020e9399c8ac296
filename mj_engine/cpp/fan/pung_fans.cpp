#include "fan/pung_fans.hpp"

#include <algorithm>

#include "fan/best_triple.hpp"

namespace mj::fan {

namespace {

constexpr bool is_dragon(Tile tile) { return tile >= kFirstDragon; }
constexpr bool is_wind(Tile tile) { return tile >= kFirstHonour && tile < kFirstDragon; }
constexpr bool is_terminal(Tile tile) {
    return is_suited(tile) && (place_of(tile) == 0 || place_of(tile) == kSuitSize - 1);
}

// The pungs and kongs of a division.
struct Pungs {
    SortedTiles tiles;
    SortedTiles suited;
    int concealed = 0;
    int melded_kongs = 0;
    int concealed_kongs = 0;
};

Pungs pungs_of(const Division& division) {
    Pungs pungs;
    for (const Set& set : division) {
        if (set.is_chow()) continue;
        pungs.tiles.insert(set.tile);
        if (is_suited(set.tile)) pungs.suited.insert(set.tile);
        pungs.concealed += set.concealed ? 1 : 0;
        if (set.kind == MeldKind::Kong)
            ++(set.concealed ? pungs.concealed_kongs : pungs.melded_kongs);
    }
    return pungs;
}

void add_kongs(const Pungs& pungs, Tally& tally) {
    const int kongs = pungs.melded_kongs + pungs.concealed_kongs;
    if (kongs == 4) tally.add(Fan::FourKongs);
    if (kongs == 3) tally.add(Fan::ThreeKongs);
    if (kongs == 2) {
        if (pungs.concealed_kongs == 2) tally.add(Fan::TwoConcealedKongs);
        if (pungs.concealed_kongs == 1) tally.add(Fan::ConcealedAndMeldedKong);
        if (pungs.concealed_kongs == 0) tally.add(Fan::TwoMeldedKongs);
    }
    if (kongs == 1) tally.add(pungs.concealed_kongs == 1 ? Fan::ConcealedKong : Fan::MeldedKong);
}

void add_concealed(const Pungs& pungs, Tally& tally) {
    if (pungs.concealed == 4) tally.add(Fan::FourConcealedPungs);
    if (pungs.concealed == 3) tally.add(Fan::ThreeConcealedPungs);
    if (pungs.concealed == 2) tally.add(Fan::TwoConcealedPungs);
}

void add_dragons(const Pungs& pungs, Tile pair, Tally& tally) {
    const auto dragons = std::ranges::count_if(pungs.tiles, is_dragon);
    if (dragons == 3) tally.add(Fan::BigThreeDragons);
    if (dragons == 2) tally.add(is_dragon(pair) ? Fan::LittleThreeDragons : Fan::TwoDragonPungs);
    if (dragons == 1) tally.add(Fan::DragonPung);
}

// The fans of winds, and of terminal and honour pungs outside dragons and fans of winds.
void add_winds(const Pungs& pungs, Tile pair, Winds winds, Tally& tally) {
    const auto of_winds = std::ranges::count_if(pungs.tiles, is_wind);
    if (of_winds == 4) tally.add(Fan::BigFourWinds);
    if (of_winds == 3) tally.add(is_wind(pair) ? Fan::LittleFourWinds : Fan::BigThreeWinds);
    for (const Tile tile : pungs.tiles) {
        tally.add_if(tile == winds.prevalent, Fan::PrevalentWind);
        tally.add_if(tile == winds.seat, Fan::SeatWind);
        const bool plain_wind =
            is_wind(tile) && of_winds < 3 && tile != winds.prevalent && tile != winds.seat;
        tally.add_if(is_terminal(tile) || plain_wind, Fan::PungOfTerminalsOrHonors);
    }
}

constexpr bool same_number(Tile one, Tile other) { return place_of(one) == place_of(other); }

bool is_triple(Tile low, Tile middle, Tile high) {
    return same_number(low, middle) && same_number(middle, high);
}

bool is_pure_shifted(Tile low, Tile middle, Tile high) {
    return suit_of(low) == suit_of(high) && middle == low + 1 && high == middle + 1;
}

bool is_mixed_shifted(Tile low, Tile middle, Tile high) {
    if (suit_of(low) == suit_of(middle) || suit_of(middle) == suit_of(high)) return false;
    SortedTiles places;
    for (const Tile tile : {low, middle, high}) places.insert(static_cast<Tile>(place_of(tile)));
    return places[1] == places[0] + 1 && places[2] == places[1] + 1;
}

// The fan of three sorted suited pungs.
std::optional<Fan> fan_of_pungs(Tile low, Tile middle, Tile high) {
    if (is_pure_shifted(low, middle, high)) return Fan::PureShiftedPungs;
    if (is_triple(low, middle, high)) return Fan::TriplePung;
    if (is_mixed_shifted(low, middle, high)) return Fan::MixedShiftedPungs;
    return std::nullopt;
}

// A pung may be combined once with those that made a fan; four pungs make two pairs, or three of
// one number.
void add_doubles(const SortedTiles& tiles, Tally& tally) {
    for (int low = 0; low < tiles.size(); ++low) {
        for (int high = low + 1; high < tiles.size(); ++high) {
            tally.add_if(same_number(tiles[low], tiles[high]), Fan::DoublePung);
        }
    }
}

void add_numbers(const SortedTiles& tiles, Tally& tally) {
    const int size = tiles.size();
    if (size == 4 && suit_of(tiles[0]) == suit_of(tiles[3]) && tiles[3] == tiles[0] + 3) {
        tally.add(Fan::FourPureShiftedPungs);
        return;
    }
    if (size >= 3) {
        if (const auto triple = best_triple(tiles, fan_of_pungs)) {
            tally.add(triple->fan);
            if (size == 3) return;
            for (int place = 0; place < size; ++place) {
                if (place != triple->without && same_number(tiles[place], tiles[triple->without])) {
                    tally.add(Fan::DoublePung);
                    return;
                }
            }
            return;
        }
    }
    add_doubles(tiles, tally);
}

}  // namespace

void add_pung_fans(const Division& division, Winds winds, Tally& tally) {
    const Pungs pungs = pungs_of(division);
    if (pungs.tiles.size() == 0) return;
    add_kongs(pungs, tally);
    add_concealed(pungs, tally);
    add_dragons(pungs, division.pair, tally);
    add_winds(pungs, division.pair, winds, tally);
    add_numbers(pungs.suited, tally);
}

}  // namespace mj::fan
