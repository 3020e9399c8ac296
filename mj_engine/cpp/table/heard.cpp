#include "table/heard.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace mj {

namespace {

constexpr int kFlowersOfSeat = kMostWallSize - kWallSize;

Fault with_tile(const char* before, Tile tile, const char* after = "") {
    return {std::string(before).append(code_of(tile)).append(after)};
}

}  // namespace

Heard::Heard(int wall_size, bool common_wall) {
    game_.wall_size = static_cast<std::uint8_t>(wall_size);
    game_.common_wall = common_wall;
}

std::optional<Fault> Heard::take(std::string_view request) {
    const auto read = request_of(request, seat_);
    if (!read) return read.fault();
    const Event& event = read->event;
    if (seat_ < 0 && event.kind != EventKind::Start) {
        return Fault{"the first request does not say whose seat it is"};
    }
    if (event.kind > EventKind::Deal && game_.event.kind == EventKind::Start) {
        return Fault{"no tiles were dealt before"};
    }
    Wrong wrong;
    switch (event.kind) {
        case EventKind::Start: wrong = start(*read); break;
        case EventKind::Deal: wrong = deal(*read); break;
        case EventKind::Draw: wrong = draw(event); break;
        case EventKind::Buhua: wrong = flower(event); break;
        case EventKind::Play: wrong = discard(event); break;
        case EventKind::Bugang: wrong = added_kong(event); break;
        case EventKind::Gang:
            wrong = game_.offered == kNoTile ? concealed_kong(event) : claim(event);
            break;
        default: wrong = claim(event);
    }
    answer_.reset();  // it was the answer to the last request
    return wrong;
}

Heard::Wrong Heard::start(const Request& request) {
    if (seat_ >= 0) return Fault{"the game has started before"};
    seat_ = request.event.seat;
    game_.prevalent_wind = request.prevalent_wind;
    return std::nullopt;
}

Heard::Wrong Heard::deal(const Request& request) {
    if (game_.event.kind != EventKind::Start) return Fault{"a deal that does not follow the start"};
    game_.hands[seat_] = request.hand;
    game_.flowers = request.flowers;
    const int flowers = std::accumulate(request.flowers.begin(), request.flowers.end(), 0);
    if (flowers > 0 && game_.wall_size == kWallSize) game_.wall_size = kMostWallSize;
    for (int seat = 0; seat < kSeats; ++seat) {
        const int left = game_.wall_size - kHandSize - request.flowers[seat];
        if (left < 0) return Fault{"a deal that no wall holds"};
        game_.left[game_.wall_of(seat)] += static_cast<std::uint8_t>(left);
    }
    game_.event = request.event;
    return std::nullopt;
}

Heard::Wrong Heard::draw(const Event& event) {
    const bool own = event.seat == seat_;
    if (own && event.tile == kNoTile) return Fault{"an own draw without its tile"};
    if (own && unseen(event.tile) < 1) return with_tile("a fifth ", event.tile);
    if (own && sum_of(game_.hands[seat_]) + 3 * game_.melds[seat_].size > kHandSize) {
        return Fault{"more tiles than a hand has"};
    }
    if (auto wrong = take_from_wall(event.seat)) return wrong;
    if (own) ++game_.hands[seat_][event.tile];
    game_.event = event;
    return std::nullopt;
}

Heard::Wrong Heard::flower(const Event& event) {
    // A flower appeared though none were dealt: the walls were the longer ones from the start.
    if (game_.wall_size == kWallSize) grow_walls();
    if (auto wrong = take_from_wall(event.seat)) return wrong;
    ++game_.flowers[event.seat];
    game_.event = event;
    return std::nullopt;
}

void Heard::grow_walls() {
    game_.wall_size = kMostWallSize;
    for (int seat = 0; seat < kSeats; ++seat) game_.left[game_.wall_of(seat)] += kFlowersOfSeat;
}

int Heard::next_to_draw() const {
    using enum EventKind;
    switch (game_.event.kind) {
        case Start:
        case Draw: return kNobody;
        case Deal: return 0;
        case Gang:
        case Bugang:
        case Buhua: return game_.event.seat;
        default: return (game_.turn + 1) % kSeats;
    }
}

Heard::Wrong Heard::take_from_wall(int seat) {
    std::uint8_t& left = game_.left[game_.wall_of(seat)];
    if (seat != next_to_draw()) return Fault{"a draw out of turn"};
    if (left == 0) return Fault{"a draw from an empty wall"};
    const EventKind last = game_.event.kind;
    // An unclaimed discard counts as shown from now on; an added kong already does.
    if (game_.offered != kNoTile && last != EventKind::Bugang) ++game_.shown[game_.offered];
    game_.offered = kNoTile;
    const bool after_kong = last == EventKind::Gang || last == EventKind::Bugang;
    game_.replacing = after_kong || (last == EventKind::Buhua && game_.replacing);
    game_.turn = static_cast<std::uint8_t>(seat);
    --left;
    return std::nullopt;
}

int Heard::unseen(Tile tile) const {
    const auto is_own_kong = [tile](const Meld& meld) {
        return meld.concealed() && meld.tile == tile;
    };
    if (std::ranges::any_of(game_.melds[seat_], is_own_kong)) return 0;
    return kCopies - game_.seen[tile] - game_.hands[seat_][tile];
}

Heard::Wrong Heard::can_show(int seat, Tile tile, int copies) const {
    if (seat != seat_) {
        if (unseen(tile) < copies) return with_tile("a fifth ", tile);
    } else if (game_.hands[seat_][tile] < copies) {
        return with_tile("", tile, " is not in the hand");
    }
    return std::nullopt;
}

Heard::Wrong Heard::can_do(const Event& event) const {
    const bool in_turn = event.seat == game_.turn && game_.event.kind == EventKind::Draw;
    if (in_turn && game_.discards[event.seat].size < kMostDiscards) return std::nullopt;
    return Fault{in_turn ? "more discards than any game has" : "an answer out of turn"};
}

Heard::Wrong Heard::discard(const Event& event) {
    if (auto wrong = can_do(event)) return wrong;
    if (auto wrong = can_show(event.seat, event.tile, 1)) return wrong;
    game_.act({.kind = ActionKind::Play, .tile = event.tile});
    return std::nullopt;
}

Heard::Wrong Heard::can_claim(const Event& event) const {
    const Tile claimed = game_.offered;
    const int seat = event.seat;
    if (claimed == kNoTile || seat == game_.turn || !game_.event.discards()) {
        return Fault{"a claim without a discard"};
    }
    if (game_.melds[seat].size == game_.melds[seat].of.size()) return Fault{"more than four melds"};
    if (game_.discards[seat].size == kMostDiscards) return Fault{"more discards than any game has"};
    const bool is_chow = event.kind == EventKind::Chi;
    if (is_chow && (chow_offer(event.chow, claimed) == 0 || seat != (game_.turn + 1) % kSeats)) {
        return with_tile("a chow of ", claimed, " that cannot be");
    }
    const int of_claimed = event.kind == EventKind::Gang ? kCopies - 1 : 2;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const bool in_chow = is_chow && chow_offer(event.chow, tile) != 0 && tile != claimed;
        int leaves = in_chow ? 1 : 0;
        if (!is_chow && tile == claimed) leaves = of_claimed;
        if (tile == event.tile) ++leaves;
        if (leaves == 0) continue;
        if (auto wrong = can_show(seat, tile, leaves)) return wrong;
    }
    return std::nullopt;
}

Heard::Wrong Heard::claim(const Event& event) {
    if (auto wrong = can_claim(event)) return wrong;
    Action action{.kind = ActionKind::Gang};
    if (event.kind == EventKind::Peng) action = {.kind = ActionKind::Peng, .tile = event.tile};
    if (event.kind == EventKind::Chi) {
        action = {.kind = ActionKind::Chi, .tile = event.tile, .chow = event.chow};
    }
    game_.claim(event.seat, action);
    return std::nullopt;
}

Tile Heard::own_kong_tile() const {
    if (answer_ && answer_->kind == ActionKind::Gang && answer_->tile != kNoTile) {
        return answer_->tile;
    }
    const Counts& hand = game_.hands[seat_];
    if (std::ranges::count(hand, kCopies) != 1) return kNoTile;
    return static_cast<Tile>(std::ranges::find(hand, kCopies) - hand.begin());
}

Heard::Wrong Heard::concealed_kong(const Event& event) {
    if (auto wrong = can_do(event)) return wrong;
    Melds& melds = game_.melds[event.seat];
    if (melds.size == melds.of.size()) return Fault{"more than four melds"};
    if (event.seat != seat_) {
        melds.push({MeldKind::Kong, kNoTile, 0, false});
        game_.event = event;
        return std::nullopt;
    }
    const Tile tile = own_kong_tile();
    if (tile == kNoTile) return Fault{"an own concealed kong of an unknown tile"};
    if (auto wrong = can_show(seat_, tile, kCopies)) return wrong;
    game_.act({.kind = ActionKind::Gang, .tile = tile});
    return std::nullopt;
}

Heard::Wrong Heard::added_kong(const Event& event) {
    if (auto wrong = can_do(event)) return wrong;
    const auto is_its_pung = [&](const Meld& meld) {
        return meld.kind == MeldKind::Pung && meld.tile == event.tile;
    };
    if (std::ranges::none_of(game_.melds[event.seat], is_its_pung)) {
        return Fault{"an added kong without its pung"};
    }
    if (auto wrong = can_show(event.seat, event.tile, 1)) return wrong;
    game_.act({.kind = ActionKind::Bugang, .tile = event.tile});
    return std::nullopt;
}

}  // namespace mj
