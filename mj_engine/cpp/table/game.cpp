#include "table/game.hpp"

#include <algorithm>

#include "table/legality.hpp"

namespace mj {

namespace {

constexpr int after(int seat) { return (seat + 1) % kSeats; }

}  // namespace

const char* fault_of_wall(std::span<const Tile> wall, int prevalent_wind, bool common_wall) {
    if (wall.size() % kSeats != 0 || wall.size() <= std::size_t{kSeats} * kHandSize) {
        return "a wall needs a multiple of 4 and over 52 tiles";
    }
    if (wall.size() > kMostWallTiles) return "a wall has at most 144 tiles";
    if (prevalent_wind < 0 || prevalent_wind >= kSeats) return "the prevalent wind must be 0-3";
    std::array<int, kAllKinds> copies{};
    for (const Tile tile : wall) {
        if (tile >= kAllKinds) return "a tile must be 0-41";
        if (++copies[tile] > (is_flower(tile) ? 1 : kCopies)) return "too many copies of a tile";
    }
    const std::size_t walls = common_wall ? 1 : kSeats;
    const auto size = wall.size() / walls;
    const auto needed = static_cast<std::ptrdiff_t>(kSeats / walls * kHandSize);
    for (std::size_t place = 0; place < walls; ++place) {
        const auto part = wall.subspan(place * size, size);
        if (std::ranges::count_if(part, [](Tile tile) { return !is_flower(tile); }) < needed) {
            return "a seat's wall has too many flowers to deal from";
        }
    }
    return nullptr;
}

Game new_game(std::span<const Tile> wall, int prevalent_wind, bool common_wall) {
    Game game;
    std::ranges::copy(wall, game.wall.begin());
    game.wall_size = static_cast<std::uint8_t>(wall.size() / kSeats);
    game.prevalent_wind = static_cast<std::uint8_t>(prevalent_wind);
    game.common_wall = common_wall;
    game.left.fill(game.wall_size);
    if (common_wall) game.left = {static_cast<std::uint8_t>(wall.size())};
    return game;
}

int dealt_tiles(const Game& game, int seat, std::array<Tile, kMostWallSize>& drawn) {
    int count = 0;
    const int first = game.common_wall ? 0 : seat;
    const Tile* end = game.wall.data() + (game.common_wall ? kSeats : seat + 1) * game.wall_size;
    for (int dealt = first; dealt <= seat; ++dealt) {
        count = 0;
        for (int standing = 0; standing < kHandSize;) {
            const Tile tile = *--end;
            drawn[count++] = tile;
            standing += static_cast<int>(!is_flower(tile));
        }
    }
    return count;
}

// -- answers, each stage in the judge's order -----------------------------------------------------

void Game::submit(const Answers& answers) {
    if (over()) return;
    if (event.kind == EventKind::Draw) return submit_draw(answers);
    if (event.kind == EventKind::Bugang) return submit_added_kong(answers);
    if (event.discards()) return submit_discard(answers);
    for (int seat = 0; seat < kSeats; ++seat) {
        if (fault_unless_pass(seat, answers[seat])) return;
    }
    pass();
}

bool Game::fault_unless_pass(int seat, const Answer& answer) {
    if (answer.form == Form::Missing) {
        end_at_fault(seat, answer.verdict);
    } else if (!answer.is(ActionKind::Pass)) {
        end_at_fault(seat, Verdict::Wa);
    }
    return over();
}

void Game::submit_draw(const Answers& answers) {
    for (int seat = 0; seat < kSeats; ++seat) {
        const Answer& answer = answers[seat];
        if (seat != turn || answer.form == Form::Missing) {
            if (fault_unless_pass(seat, answer)) return;
        } else if (answer.is(ActionKind::Hu)) {
            return declare_win(seat);
        } else if (answer.form != Form::Good || !allows_own(*this, seat, answer.action)) {
            return end_at_fault(seat, Verdict::Wa);
        }
    }
    act(answers[turn].action);
}

void Game::submit_discard(const Answers& answers) {
    if (fault_unless_pass(turn, answers[turn])) return;
    for (int step = 1; step < kSeats; ++step) {
        const int seat = (turn + step) % kSeats;
        if (answers[seat].form == Form::Missing) return end_at_fault(seat, answers[seat].verdict);
        if (answers[seat].is(ActionKind::Hu)) return declare_win(seat);
    }
    // Claims and malformed answers, those of three words last.
    for (const bool three_words : {false, true}) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const Answer& answer = answers[seat];
            if (answer.is(ActionKind::Pass) || answer.has_three_words() != three_words) continue;
            if (answer.form != Form::Good || !allows_claim(*this, seat, answer.action)) {
                return end_at_fault(seat, Verdict::Wa);
            }
            return claim(seat, answer.action);
        }
    }
    pass_on();
}

void Game::submit_added_kong(const Answers& answers) {
    for (int step = 0; step < kSeats; ++step) {
        const int seat = (turn + step) % kSeats;
        const Answer& answer = answers[seat];
        if (seat != turn && answer.is(ActionKind::Hu)) return declare_win(seat);
        if (fault_unless_pass(seat, answer)) return;
    }
    pass();
}

// -- what happens ---------------------------------------------------------------------------------

void Game::pass() {
    using enum EventKind;
    switch (event.kind) {
        case Start: return deal();
        case Deal: return draw(0);
        case Bugang: offered = kNoTile; return draw(turn);
        case Gang:
        case Buhua: return draw(event.seat);
        default: return pass_on();
    }
}

void Game::deal() {
    for (int seat = 0; seat < kSeats; ++seat) {
        std::array<Tile, kMostWallSize> drawn;
        const int count = dealt_tiles(*this, seat, drawn);
        for (int place = 0; place < count; ++place) {
            if (!is_flower(drawn[place])) ++hands[seat][drawn[place]];
        }
        left[wall_of(seat)] -= static_cast<std::uint8_t>(count);
        flowers[seat] = static_cast<std::uint8_t>(count - kHandSize);
    }
    event = {.kind = EventKind::Deal};
}

void Game::draw(int seat) {
    const int own = wall_of(seat);
    if (left[own] == 0) {
        result.verdict = Verdict::Huang;
        return;
    }
    const bool after_kong = event.kind == EventKind::Gang || event.kind == EventKind::Bugang;
    replacing = after_kong || (event.kind == EventKind::Buhua && replacing);
    turn = static_cast<std::uint8_t>(seat);
    const Tile tile = wall[own * wall_size + --left[own]];
    if (is_flower(tile)) {
        ++flowers[seat];
        event = {EventKind::Buhua, turn, tile, kNoTile};
        return;
    }
    ++hands[seat][tile];
    event = {EventKind::Draw, turn, tile, kNoTile};
}

void Game::act(const Action& action) {
    if (action.kind == ActionKind::Play) {
        discard(turn, action.tile);
        event = {EventKind::Play, turn, action.tile, kNoTile};
    } else if (action.kind == ActionKind::Gang) {
        kong_of_hand(turn, action.tile);
    } else {
        added_kong(turn, action.tile);
    }
}

void Game::discard(int seat, Tile tile) {
    --hands[seat][tile];
    ++seen[tile];
    discards[seat].push(tile);
    offered = tile;
}

void Game::kong_of_hand(int seat, Tile tile) {
    hands[seat][tile] -= kCopies;
    melds[seat].push({MeldKind::Kong, tile, 0, false});
    event = {EventKind::Gang, turn, kNoTile, kNoTile};
}

void Game::added_kong(int seat, Tile tile) {
    --hands[seat][tile];
    ++seen[tile];
    for (Meld& meld : melds[seat]) {
        if (meld.kind != MeldKind::Pung || meld.tile != tile) continue;
        meld.kind = MeldKind::Kong;
        meld.added = true;
    }
    shown[tile] = kCopies;
    offered = tile;
    event = {EventKind::Bugang, turn, tile, kNoTile};
}

void Game::claim(int seat, const Action& action) {
    Discards& from = discards[turn];
    from.of[from.size - 1].claimed_by = static_cast<std::uint8_t>(seat);
    if (action.kind == ActionKind::Gang) {
        take_kong(seat);
    } else if (action.kind == ActionKind::Peng) {
        take_pung(seat);
    } else {
        take_chow(seat, action.chow);
    }
    turn = static_cast<std::uint8_t>(seat);
    if (action.kind == ActionKind::Gang) {
        offered = kNoTile;
        event = {EventKind::Gang, turn, kNoTile, kNoTile};
        return;
    }
    discard(seat, action.tile);
    const auto kind = action.kind == ActionKind::Peng ? EventKind::Peng : EventKind::Chi;
    event = {kind, turn, action.tile, action.chow};
}

void Game::take_kong(int seat) {
    hands[seat][offered] -= kCopies - 1;
    seen[offered] += kCopies - 1;
    shown[offered] += kCopies;
    melds[seat].push({MeldKind::Kong, offered, offer_of(seat, turn), false});
}

void Game::take_pung(int seat) {
    hands[seat][offered] -= 2;
    seen[offered] += 2;
    shown[offered] += kCopies - 1;
    melds[seat].push({MeldKind::Pung, offered, offer_of(seat, turn), false});
}

void Game::take_chow(int seat, Tile middle) {
    for (int part = middle - 1; part <= middle + 1; ++part) {
        ++shown[part];
        if (part == offered) continue;
        --hands[seat][part];
        ++seen[part];
    }
    melds[seat].push({MeldKind::Chow, middle, chow_offer(middle, offered), false});
}

void Game::pass_on() {
    ++shown[offered];
    offered = kNoTile;
    draw(after(turn));
}

// -- the end --------------------------------------------------------------------------------------

void Game::declare_win(int seat) {
    const Winning winning = winning_of(*this, seat);
    Win& found = result.win;
    const bool is_win = win(winning.hand, melds[seat], winning.tile, winning.context, found);
    result.has_fan = true;
    if (!is_win) {
        found = Win{};
        found.total = kNotAWin;
    }
    if (!is_win || found.fan < kLeastFan) return end_at_fault(seat, Verdict::Wh);
    const bool self_drawn = turn == seat;
    const int stake = kBaseScore + found.total;
    int won = 0;
    for (int loser = 0; loser < kSeats; ++loser) {
        if (loser == seat) continue;
        const int pays = self_drawn || loser == turn ? stake : kBaseScore;
        scores[loser] = static_cast<std::int16_t>(-pays);
        won += pays;
    }
    scores[seat] = static_cast<std::int16_t>(won);
    result.verdict = Verdict::Hu;
    result.player = static_cast<std::uint8_t>(seat);
    result.giver = self_drawn ? kNobody : turn;
}

void Game::end_at_fault(int seat, Verdict verdict) {
    scores.fill(kOthersScore);
    scores[seat] = kOffenderScore;
    result.verdict = verdict;
    result.player = static_cast<std::uint8_t>(seat);
}

}  // namespace mj
