#include "study/live.hpp"

#include <algorithm>
#include <bit>

namespace mj {

namespace {

// Whether a form is ready for a tile with copies left.
bool is_ready(Shanten& shanten, WinForm form, const Counts& hand, const Counts& unseen) {
    const auto forms = shanten.by_form(hand);
    const auto found = std::ranges::find(forms, form, &FormShanten::form);
    return found->distance == 0 && copies_left(found->effective, unseen) > 0;
}

// Whether the form becomes ready by drawing this tile and discarding another kind.
bool revives(Shanten& shanten, WinForm form, Counts hand, Counts unseen, Tile drawn) {
    ++hand[drawn];
    --unseen[drawn];
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (tile == drawn || hand[tile] == 0) continue;
        --hand[tile];
        if (is_ready(shanten, form, hand, unseen)) return true;
        ++hand[tile];
    }
    return false;
}

}  // namespace

int copies_left(TileSet tiles, const Counts& unseen) {
    int copies = 0;
    for (; tiles != 0; tiles &= tiles - 1) copies += unseen[std::countr_zero(tiles)];
    return copies;
}

std::vector<LiveForm> live_forms(Shanten& shanten, const Counts& hand, const Counts& unseen) {
    std::vector<LiveForm> found;
    for (const auto& [form, distance, effective] : shanten.by_form(hand)) {
        if (distance != 0 || copies_left(effective, unseen) > 0) {
            found.push_back({form, distance, effective, false});
            continue;
        }
        TileSet drawn = 0;
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            if (unseen[tile] > 0 && revives(shanten, form, hand, unseen, tile)) {
                drawn |= bit_of(tile);
            }
        }
        found.push_back({form, drawn == 0 ? kNever : 1, drawn, true});
    }
    return found;
}

Least live_least(Shanten& shanten, const Counts& hand, const Counts& unseen) {
    const auto forms = live_forms(shanten, hand, unseen);
    Least least{std::ranges::min(forms, {}, &LiveForm::distance).distance, 0, {}};
    for (const LiveForm& one : forms) {
        if (one.distance != least.distance) continue;
        least.effective |= one.effective;
        least.forms.push_back(one.form);
    }
    return least;
}

int live_distance(Shanten& shanten, const Counts& hand, const Counts& unseen) {
    const int distance = shanten.distance(hand);
    return distance == 0 ? live_least(shanten, hand, unseen).distance : distance;
}

}  // namespace mj
