#include "session/seat_table.hpp"

#include <algorithm>
#include <string>

#include "session/choices.hpp"
#include "table/observe.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

constexpr int kFaceDown = -1;  // a tile that another seat just drew

using Flowers = std::array<std::vector<Tile>, kSeats>;

// What a frame shows besides its event. An unknown hand lies face down; `drawn` is not part of it.
struct Shown {
    std::array<std::optional<Counts>, kSeats> hands;
    std::optional<int> drawn;
    std::array<Melds, kSeats> melds;
    std::array<Discards, kSeats> discards;
    std::array<std::uint8_t, kSeats> walls;
    const Flowers& flowers;
};

void write_tile(Tile tile, Json& json) {
    if (tile == kNoTile) {
        json.null();
    } else {
        json.number(tile);
    }
}

void write_hand(const std::optional<Counts>& hand, const Melds& melds, Json& json) {
    json.open('[');
    if (!hand) {
        for (int place = 3 * melds.size; place < kHandSize; ++place) json.null();
    } else {
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            for (int copy = 0; copy < (*hand)[tile]; ++copy) json.number(tile);
        }
    }
    json.close(']');
}

// A meld as it lies: [kind, tiles left to right, place of the turned tile, concealed, added]. The
// claimed tile is turned and points at the seat it came from: the first tile for the seat before,
// the second for opposite, the last for the seat after. An added fourth tile lies on the turned one
// and is not in the row.
void write_meld(const Meld& meld, Json& json) {
    constexpr std::array<std::string_view, 3> kKinds{"CHI", "PENG", "GANG"};
    json.open('[').text(kKinds[static_cast<std::size_t>(meld.kind)]).open('[');
    int turned = 0;
    if (meld.kind == MeldKind::Chow) {
        const int claimed = meld.tile - 2 + meld.offer;
        json.number(claimed);
        for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) {
            if (tile != claimed) json.number(tile);
        }
    } else {
        int tiles = meld.kind == MeldKind::Pung || meld.added ? 3 : kCopies;
        if (meld.tile == kNoTile) tiles = 0;
        for (int tile = 0; tile < tiles; ++tile) json.number(meld.tile);
        turned = meld.offer < 3 ? meld.offer - 1 : tiles - 1;
    }
    json.close(']').number(turned).number(static_cast<int>(meld.concealed()));
    json.number(static_cast<int>(meld.added)).close(']');
}

void write_shown(const Shown& shown, Json& json) {
    const auto number = [&](int one) { json.number(one); };
    json.key("hands").open('[');
    for (int seat = 0; seat < kSeats; ++seat) {
        write_hand(shown.hands[seat], shown.melds[seat], json);
    }
    json.close(']').key("drawn");
    if (shown.drawn) {
        json.number(*shown.drawn);
    } else {
        json.null();
    }
    json.key("melds").list(shown.melds, [&](const Melds& melds) {
        json.list(melds, [&](const Meld& meld) { write_meld(meld, json); });
    });
    json.key("discards").list(shown.discards, [&](const Discards& discards) {
        json.list(discards, [&](const Discard& one) {
            json.open('[').number(one.tile);
            json.number(one.claimed_by == kNobody ? -1 : one.claimed_by).close(']');
        });
    });
    json.key("walls").list(shown.walls, number);
    json.key("flowers").list(shown.flowers, [&](const auto& laid) { json.list(laid, number); });
}

// The hand without the tile just drawn.
Counts without(Counts hand, Tile drawn) {
    if (drawn != kNoTile) --hand[drawn];
    return hand;
}

bool has_rows_of(std::size_t size, const SessionOnRecord& record) {
    const auto fits = [size](const auto& row) { return row.size() == size; };
    return std::ranges::all_of(record.requests, fits) &&
           std::ranges::all_of(record.responses, fits);
}

std::string at_turn(std::size_t turn, const Fault& fault) {
    return "turn " + std::to_string(turn) + ": " + fault.text;
}

}  // namespace

std::optional<Fault> SeatTable::take(std::string_view request) {
    const auto read = request_of(request, heard_.seat());
    if (!read) return read.fault();
    const Tile offered = heard_.game().offered;
    const std::uint8_t giver = heard_.game().turn;
    if (auto wrong = heard_.take(request)) return wrong;
    const Event& event = read->event;
    using enum EventKind;
    const bool claims = event.kind == Chi || event.kind == Peng || event.kind == Gang;
    claimed_ = claims ? offered : kNoTile;
    giver_ = giver;
    if (event.kind == Buhua) flowers_[event.seat].push_back(event.tile);
    if (event.kind == Deal) lay_dealt(*read);
    return std::nullopt;
}

void SeatTable::answered(std::string_view answer) {
    if (const auto given = parse_action(answer)) heard_.answered(*given);
}

// Lays out the dealt flowers: of all seats, or in older records only the seat's own.
void SeatTable::lay_dealt(const Request& deal) {
    std::size_t all = 0;
    for (const std::uint8_t count : deal.flowers) all += count;
    auto next = deal.laid.begin();
    for (int seat = 0; seat < kSeats; ++seat) {
        if (deal.laid.size() != all && seat != heard_.seat()) continue;
        const auto left = static_cast<std::size_t>(deal.laid.end() - next);
        const auto end =
            next + static_cast<std::ptrdiff_t>(std::min<std::size_t>(deal.flowers[seat], left));
        flowers_[seat].assign(next, end);
        next = end;
    }
}

// Kind, seat and tile of the event; for a claim also the tile taken and its giver.
void SeatTable::write_event(const GameState& state, bool is_spectator, Json& json) const {
    const Event& event = heard_.game().event;
    if (event.kind <= EventKind::Deal) {
        json.key("kind").text("DEAL").key("seat").null().key("tile").null();
        return;
    }
    json.key("kind").text(word_of(event.kind)).key("seat").number(event.seat).key("tile");
    Tile tile = event.tile;
    if (event.kind == EventKind::Gang) {
        tile = (state.melds[event.seat].end() - 1)->tile;
    } else if (event.kind == EventKind::Draw && is_spectator) {
        tile = kNoTile;
    }
    write_tile(tile, json);
    if (claimed_ != kNoTile) json.key("claimed").number(claimed_).key("giver").number(giver_);
}

void SeatTable::write(Json& json, bool is_spectator) const {
    const Game& game = heard_.game();
    GameState state = state_of(game, heard_.seat());
    if (is_spectator) {
        for (Meld& meld : state.melds[state.seat]) {
            if (meld.concealed()) meld.tile = kNoTile;
        }
    }
    Shown shown{.hands = {},
                .drawn = std::nullopt,
                .melds = state.melds,
                .discards = state.discards,
                .walls = state.walls,
                .flowers = flowers_};
    Tile drawn = kNoTile;
    if (game.event.kind == EventKind::Draw) {
        drawn = is_spectator ? kNoTile : game.event.tile;
        shown.drawn = drawn == kNoTile ? kFaceDown : drawn;
    }
    if (!is_spectator) shown.hands[state.seat] = without(state.hand, drawn);
    write_event(state, is_spectator, json);
    write_shown(shown, json);
}

void SeatTable::write_choices(Json& json) const {
    ActionList legal;
    list_legal(heard_.game(), heard_.seat(), legal);
    mj::write_choices(heard_.game(), heard_.seat(), legal.all(), json);
}

void SeatTable::write_waits(Json& json) const {
    ActionList legal;
    list_legal(heard_.game(), heard_.seat(), legal);
    write_table_waits(heard_.game(), heard_.seat(), legal.all(), json);
}

Expected<std::string> frames_of_seat(const SessionOnRecord& record, std::size_t from) {
    if (!has_rows_of(1, record)) return Fault{"expected one request a turn, and one answer"};
    SeatTable table(record.wall_size, record.common_wall);
    Json json;
    json.open('[');
    for (std::size_t turn = 0; turn < record.requests.size(); ++turn) {
        if (const auto wrong = table.take(record.requests[turn].front())) {
            return Fault{at_turn(turn, *wrong)};
        }
        if (table.started() && turn >= from) {
            json.open('{').key("turn").number(static_cast<int>(turn));
            table.write(json);
            json.close('}');
        }
        if (turn < record.responses.size()) table.answered(record.responses[turn].front());
    }
    return json.close(']').take();
}

// The four seats together, which know every tile.
class OpenTable {
  public:
    explicit OpenTable(const SessionOnRecord& record) : record_(record) {
        seats_.fill(SeatTable(record.wall_size, record.common_wall));
    }

    std::optional<Fault> take(std::size_t turn);
    void answered(std::size_t turn);
    void write(Json& json) const;
    void write_end(Json& json) const;
    [[nodiscard]] bool started() const { return seats_[0].started(); }

  private:
    [[nodiscard]] bool drew() const { return event_.kind == EventKind::Draw; }
    [[nodiscard]] Shown shown(Tile drawn) const;

    const SessionOnRecord& record_;
    std::array<SeatTable, kSeats> seats_;
    Event event_;  // as sent to the seat that sees most of it
};

namespace {

const Fault kNotTheSame{"the four seats were not sent the same request"};

// Merges four requests into one event, or returns an error.
Expected<Event> event_of(const std::array<Request, kSeats>& requests) {
    Event event = requests[0].event;
    if (event.kind <= EventKind::Deal) {
        const auto is_it = [&](const Request& one) { return one.event.kind == event.kind; };
        if (std::ranges::all_of(requests, is_it)) return event;
        return kNotTheSame;
    }
    const auto shows_draw = [](const Request& one) {
        return one.event.kind == EventKind::Draw && one.event.tile != kNoTile;
    };
    const auto* full = std::ranges::find_if(requests, shows_draw);
    if (full != requests.end()) event = full->event;
    if (event.kind == EventKind::Draw && event.tile == kNoTile) {
        return Fault{"nobody knows the tile drawn"};
    }
    for (int seat = 0; seat < kSeats; ++seat) {
        const Event& sent = requests[seat].event;
        const bool is_hidden = event.kind == EventKind::Draw && seat != event.seat;
        if (sent.kind != event.kind || sent.seat != event.seat ||
            sent.tile != (is_hidden ? kNoTile : event.tile) || sent.chow != event.chow) {
            return kNotTheSame;
        }
    }
    return event;
}

}  // namespace

std::optional<Fault> OpenTable::take(std::size_t turn) {
    std::array<Request, kSeats> requests;
    const auto& row = record_.requests[turn];
    for (int seat = 0; seat < kSeats; ++seat) {
        auto read = request_of(row[static_cast<std::size_t>(seat)], seat);
        if (!read) return read.fault();
        requests[seat] = std::move(*read);
    }
    const auto event = event_of(requests);
    if (!event) return event.fault();
    for (int seat = 0; seat < kSeats; ++seat) {
        if (auto wrong = seats_[seat].take(row[static_cast<std::size_t>(seat)])) return wrong;
    }
    event_ = *event;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seats_[seat].heard().seat() != seat) return Fault{"the four seats are not 0, 1, 2, 3"};
        // In older records a deal lists only the seat's own flowers.
        if (event_.kind == EventKind::Deal) seats_[0].flowers_[seat] = seats_[seat].flowers_[seat];
    }
    return std::nullopt;
}

void OpenTable::answered(std::size_t turn) {
    if (turn >= record_.responses.size()) return;
    for (int seat = 0; seat < kSeats; ++seat) {
        seats_[seat].answered(record_.responses[turn][static_cast<std::size_t>(seat)]);
    }
}

// drawn: the tile shown beside the hand of the acting seat.
Shown OpenTable::shown(Tile drawn) const {
    const GameState first = state_of(seats_[0].heard().game(), 0);
    Shown shown{.hands = {},
                .drawn = std::nullopt,
                .melds = {},
                .discards = first.discards,
                .walls = first.walls,
                .flowers = seats_[0].flowers_};
    // The game ended at its start: nothing was drawn.
    if (!started()) shown.walls.fill(static_cast<std::uint8_t>(record_.wall_size));
    if (drawn != kNoTile) shown.drawn = drawn;
    for (int seat = 0; seat < kSeats; ++seat) {
        const Game& game = seats_[seat].heard().game();
        const bool acts = event_.kind > EventKind::Deal && event_.seat == seat;
        shown.hands[seat] = without(game.hands[seat], acts ? drawn : kNoTile);
        shown.melds[seat] = game.melds[seat];
    }
    return shown;
}

void OpenTable::write(Json& json) const {
    const SeatTable& acting = seats_[event_.kind > EventKind::Deal ? event_.seat : 0];
    acting.write_event(state_of(acting.heard().game(), acting.heard().seat()), false, json);
    write_shown(shown(drew() ? event_.tile : kNoTile), json);
}

// The end: the final table, with the winning tile beside the winner's hand.
void OpenTable::write_end(Json& json) const {
    const std::uint8_t player = record_.player;
    const bool won = record_.won && player != kNobody && event_.kind > EventKind::Deal;
    json.key("kind").text("END").key("seat");
    if (player == kNobody) {
        json.null();
    } else {
        json.number(player);
    }
    json.key("tile");
    write_tile(won ? event_.tile : kNoTile, json);
    if (won && !drew()) json.key("giver").number(event_.seat);
    Shown last = shown(won && drew() ? event_.tile : kNoTile);
    const bool robs = event_.kind == EventKind::Bugang;
    if (won) {
        Discards& given = last.discards[event_.seat];
        if (!drew() && !robs && given.size > 0) given.of[given.size - 1].claimed_by = player;
        if (event_.tile != kNoTile) last.drawn = event_.tile;
    }
    write_shown(last, json);
    if (won) json.key("robbed").truth(robs);
}

Expected<std::string> frames_of_game(const SessionOnRecord& record, std::size_t from) {
    if (!has_rows_of(kSeats, record))
        return Fault{"expected four requests a turn, and four answers"};
    OpenTable table(record);
    Json json;
    json.open('[');
    for (std::size_t turn = 0; turn < record.requests.size(); ++turn) {
        if (const auto wrong = table.take(turn)) return Fault{at_turn(turn, *wrong)};
        if (table.started() && turn >= from) {
            json.open('{').key("turn").number(static_cast<int>(turn));
            table.write(json);
            json.close('}');
        }
        table.answered(turn);
    }
    json.open('{').key("turn").number(static_cast<int>(record.requests.size()) - 1);
    table.write_end(json);
    return json.close('}').close(']').take();
}

}  // namespace mj
