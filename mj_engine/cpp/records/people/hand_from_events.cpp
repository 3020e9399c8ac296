#include "records/people/hand_from_events.hpp"

#include <algorithm>
#include <ranges>

namespace mj {

namespace {

using Copies = std::array<int, kAllKinds>;

constexpr int copies_of(Tile tile) { return is_flower(tile) ? 1 : kCopies; }

Copies all_but(const std::vector<Tile>& tiles) {
    Copies left{};
    for (Tile tile = 0; tile < kAllKinds; ++tile) left[tile] = copies_of(tile);
    for (const Tile tile : tiles) --left[tile];
    return left;
}

// The tiles that are left, as they lie in a known wall, or in any order behind it.
std::vector<Tile> in_order(const std::vector<Tile>& recorded, Copies left) {
    std::vector<Tile> found;
    // What was drawn lies before what was not.
    for (const Tile tile : std::views::reverse(recorded)) {
        if (left[tile] <= 0) continue;
        --left[tile];
        found.push_back(tile);
    }
    std::ranges::reverse(found);
    for (Tile tile = 0; tile < kAllKinds; ++tile) {
        for (int copy = 0; copy < left[tile]; ++copy) found.push_back(tile);
    }
    return found;
}

void append(std::vector<Tile>& into, const std::vector<Tile>& tiles) {
    into.insert(into.end(), tiles.begin(), tiles.end());
}

void set_wish(std::vector<Wish>& wishes, const Wish& wanted, bool at_its_place) {
    const auto found = std::ranges::find(wishes, wanted.seat, &Wish::seat);
    if (found != wishes.end() && at_its_place) {
        *found = wanted;
        return;
    }
    if (found != wishes.end()) wishes.erase(found);
    wishes.push_back(wanted);
}

// A wall as it lies on the table, in the order of a match's: what is drawn first at its end.
std::vector<Tile> as_drawn(const std::vector<Tile>& table, const std::vector<int>& places) {
    std::vector<bool> drawn(table.size());
    std::vector<Tile> wall;
    for (const int place : places) drawn[static_cast<std::size_t>(place)] = true;
    for (std::size_t place = table.size(); place-- > 0;) {
        if (!drawn[place]) wall.push_back(table[place]);
    }
    for (const int place : std::views::reverse(places)) {
        wall.push_back(table[static_cast<std::size_t>(place)]);
    }
    return wall;
}

}  // namespace

HandFromEvents::HandFromEvents(Dealt dealt, std::vector<Tile> rest, Trouble& trouble)
    : trouble_(trouble), dealt_(std::move(dealt)), rest_(std::move(rest)) {
    for (int seat = 0; seat < kSeats; ++seat) {
        if (dealt_[seat].size() == kHandSize + (seat == 0 ? 1U : 0U)) continue;
        trouble_.say("a deal that is not of 13 tiles, the dealer's of 14");
    }
}

void HandFromEvents::set_event(int number) {
    event_ = number;
    trouble_.set_event(number);
}

// -- what happens ---------------------------------------------------------------------------------

void HandFromEvents::begin(StepKind kind, Tile tile) {
    if (!first_) first_ = {kind, tile};
}

Step* HandFromEvents::last_step() {
    for (Step& step : std::views::reverse(steps_)) {
        if (step.kind != StepKind::FalseWin) return &step;
    }
    return nullptr;
}

void HandFromEvents::draw(int seat, Tile tile) {
    begin(StepKind::Draw, kNoTile);
    passed_.clear();
    auto wishes = std::exchange(wishes_, {});
    auto late = std::exchange(late_[seat], {});
    late.push_back(tile);
    for (const Tile one : late) {
        steps_.push_back(
            {StepKind::Draw, seat, one, kNoTile, std::exchange(wishes, {}), event_, {}});
    }
}

void HandFromEvents::show_flower(int seat, Tile flower, Tile tile, bool dealing) {
    if (dealing || (seat == 0 && !first_)) {
        if (shown_[seat].contains(flower) || !is_dealt(seat, flower)) {
            return trouble_.say("a flower that was not drawn", 0, code_of(flower));
        }
        shown_[seat].insert(flower);
        replaced_[seat].push_back(tile);
        return;
    }
    const Step* last = last_step();
    const bool drew = last != nullptr && last->kind == StepKind::Draw && last->seat == seat;
    Step next{StepKind::Draw, seat, tile, kNoTile, {}, event_, {}};
    if (drew && last->tile == flower) {
        steps_.push_back(std::move(next));
        return;
    }
    const auto slot = slot_of(seat, flower);
    if (!slot) return trouble_.say("a flower that was not drawn", 0, code_of(flower));
    auto place = steps_.size();
    if (drew) {
        place = static_cast<std::size_t>(last - steps_.data());
        fill(*slot, last->tile);
        steps_[place].tile = flower;
        steps_.push_back(std::move(next));
    } else {
        fill(*slot, tile);
        late_[seat].push_back(flower);
    }
    const auto first = slot->tiles != nullptr ? 0 : static_cast<int>(slot->place) + 1;
    keeping_.push_back({first, static_cast<int>(place) + 1, seat});
}

void HandFromEvents::act(StepKind kind, int seat, Tile tile, bool just_drawn) {
    begin(kind, just_drawn ? tile : kNoTile);
    wishes_.clear();
    passed_.clear();
    steps_.push_back({kind, seat, tile, kNoTile, {}, event_, {}});
    std::ranges::move(false_wins_, std::back_inserter(steps_));
    false_wins_.clear();
    offer_.reset();
    if (kind != StepKind::Gang) offer_ = steps_.size();
}

void HandFromEvents::claim(StepKind kind, int seat, Tile chow) {
    begin(kind, kNoTile);
    std::erase_if(wishes_, [&](const Wish& wish) { return wish.seat == seat; });
    passed_.erase(seat);
    steps_.push_back({kind,
                      seat,
                      kNoTile,
                      chow,
                      std::exchange(wishes_, {}),
                      event_,
                      {passed_.begin(), passed_.end()}});
    passed_.clear();
}

// It may stand before or behind that other claim.
void HandFromEvents::wish(const Wish& wanted) {
    if (!offer_) return trouble_.say("a claim without a discard before it");
    if (*offer_ == steps_.size()) return set_wish(wishes_, wanted, true);
    Step& taken = steps_[*offer_];
    if (taken.seat != wanted.seat || taken.kind == StepKind::Draw) {
        set_wish(taken.preempted, wanted, false);
    }
}

void HandFromEvents::false_win(int seat) {
    begin(StepKind::FalseWin, kNoTile);
    Step step{StepKind::FalseWin, seat, kNoTile, kNoTile, {}, event_, {}};
    std::erase_if(wishes_, [&](const Wish& wish) { return wish.seat == seat; });
    const auto last = steps_.empty() ? StepKind::FalseWin : steps_.back().kind;
    if (last == StepKind::Chi || last == StepKind::Peng) {
        false_wins_.push_back(std::move(step));  // To a claim and its discard belongs one answer.
        return;
    }
    steps_.push_back(std::move(step));
    if (offer_ && *offer_ == steps_.size() - 1) ++*offer_;
}

// -- flowers that are kept ------------------------------------------------------------------------

bool HandFromEvents::is_dealt(int seat, Tile flower) const {
    const auto has = [&](const std::vector<Tile>& tiles) {
        return std::ranges::find(tiles, flower) != tiles.end();
    };
    return is_flower(flower) && (has(dealt_[seat]) || has(replaced_[seat]));
}

// Where a flower lies that the seat has and has not shown.
std::optional<HandFromEvents::Slot> HandFromEvents::slot_of(int seat, Tile flower) {
    if (is_flower(flower) && !shown_[seat].contains(flower)) {
        for (auto* tiles : {&dealt_[seat], &replaced_[seat]}) {
            const auto found = std::ranges::find(*tiles, flower);
            if (found == tiles->end()) continue;
            return Slot{tiles, static_cast<std::size_t>(found - tiles->begin())};
        }
    }
    for (std::size_t place = 0; place < steps_.size(); ++place) {
        const Step& step = steps_[place];
        const bool is_it = step.kind == StepKind::Draw && step.seat == seat && step.tile == flower;
        if (is_it && !is_replaced(place)) return Slot{nullptr, place};
    }
    return std::nullopt;
}

// Whether the draw of a flower is followed by the same seat's draw for it.
bool HandFromEvents::is_replaced(std::size_t place) const {
    for (auto behind = place + 1; behind < steps_.size(); ++behind) {
        const Step& step = steps_[behind];
        if (step.kind == StepKind::FalseWin) continue;
        return step.kind == StepKind::Draw && step.seat == steps_[place].seat;
    }
    return false;
}

void HandFromEvents::fill(const Slot& slot, Tile tile) {
    (slot.tiles != nullptr ? (*slot.tiles)[slot.place] : steps_[slot.place].tile) = tile;
}

// Flowers that are never shown: the seat has what it would have got for them, of what nobody drew
// what lies nearest to the back of the wall.
void HandFromEvents::fill_kept() {
    auto unseen = in_order(rest_, all_but(seen()));
    for (int seat = 0; seat < kSeats; ++seat) {
        while (const auto slot = kept_slot(seat)) {
            auto from_the_back = std::views::reverse(unseen);
            const auto tile = std::ranges::find_if_not(from_the_back, is_flower);
            if (tile == from_the_back.end()) {
                return trouble_.say("a flower that is kept", 0, "seat " + std::to_string(seat));
            }
            fill(*slot, *tile);
            unseen.erase(std::next(tile).base());
            const auto first = slot->tiles != nullptr ? 0 : static_cast<int>(slot->place) + 1;
            keeping_.push_back({first, static_cast<int>(steps_.size()), seat});
        }
    }
}

std::optional<HandFromEvents::Slot> HandFromEvents::kept_slot(int seat) {
    for (auto* tiles : {&dealt_[seat], &replaced_[seat]}) {
        for (std::size_t place = 0; place < tiles->size(); ++place) {
            const Tile tile = (*tiles)[place];
            if (is_flower(tile) && !shown_[seat].contains(tile)) return Slot{tiles, place};
        }
    }
    for (std::size_t place = 0; place < steps_.size(); ++place) {
        const Step& step = steps_[place];
        const bool drawn = step.kind == StepKind::Draw && step.seat == seat && is_flower(step.tile);
        if (!drawn || is_replaced(place)) continue;
        // The last draw of a hand that ends with it is a flower like any other.
        if (place + 1 == steps_.size()) return std::nullopt;
        return Slot{nullptr, place};
    }
    return std::nullopt;
}

std::vector<Tile> HandFromEvents::seen() const {
    std::vector<Tile> tiles;
    for (const auto& own : dealt_) append(tiles, own);
    for (const auto& own : replaced_) append(tiles, own);
    for (const Step& step : steps_) {
        if (step.kind == StepKind::Draw) tiles.push_back(step.tile);
    }
    return tiles;
}

// -- the end --------------------------------------------------------------------------------------

void HandFromEvents::finish(PlayedHand& hand) {
    set_event(0);
    if (!first_) return trouble_.say("no play in it");
    const auto [kind, played] = *first_;
    check_copies();
    if (!trouble_) fill_kept();
    if (trouble_) return;
    auto east = dealt_[0];
    std::ranges::sort(east);
    // Flowers are the highest: the last that is no flower.
    auto drawn = std::prev(std::ranges::find_if(east, is_flower));
    const auto named = std::ranges::find(east, played);
    const bool is_named = kind == StepKind::Play && played < kTileKinds;
    if (is_named && named != east.end()) drawn = named;
    const Tile first = *drawn;
    east.erase(drawn);
    steps_.insert(steps_.begin(), {StepKind::Draw, 0, first, kNoTile, {}, 0, {}});
    std::vector<Tile> head = east;
    for (int seat = 1; seat < kSeats; ++seat) {
        std::ranges::sort(dealt_[seat]);
        append(head, dealt_[seat]);
    }
    head.push_back(first);
    lay_wall(head, hand);
    hand.steps = std::move(steps_);
    hand.keeping = std::move(keeping_);
}

void HandFromEvents::check_copies() {
    auto tiles = seen();
    for (const auto& flowers : late_) append(tiles, flowers);
    const Copies left = all_but(tiles);
    for (const Tile tile : tiles) {
        if (left[tile] >= 0) continue;
        return trouble_.say("more copies of a tile than there are", 0, code_of(tile));
    }
}

void HandFromEvents::lay_wall(const std::vector<Tile>& head, PlayedHand& hand) {
    std::array<int, kSeats> replaced{};
    std::vector<Tile> behind;
    for (int seat = 0; seat < kSeats; ++seat) {
        replaced[seat] = static_cast<int>(replaced_[seat].size());
        append(behind, replaced_[seat]);
    }
    const auto places = drawn_places(replaced, steps_, kCommonWallSize);
    if (!places) return trouble_.say("more is drawn than the wall holds");
    for (std::size_t at = 1; at < steps_.size(); ++at) {
        if (steps_[at].kind == StepKind::Draw) behind.push_back(steps_[at].tile);
    }
    std::vector<Tile> table(kCommonWallSize, kNoTile);
    auto front = head.begin();
    auto next = behind.begin();
    for (const int place : *places) {
        table[static_cast<std::size_t>(place)] = place < kDealtTiles ? *front++ : *next++;
    }
    std::vector<Tile> recorded = head;
    append(recorded, rest_);
    const auto fits = [&] {
        for (std::size_t place = 0; place < table.size(); ++place) {
            if (table[place] != kNoTile && table[place] != recorded[place]) return false;
        }
        return true;
    };
    hand.wall_known = recorded.size() == table.size() && all_but(recorded) == Copies{} && fits();
    if (hand.wall_known) {
        table = std::move(recorded);
    } else {
        std::vector<Tile> known;
        std::ranges::copy_if(table, std::back_inserter(known),
                             [](Tile tile) { return tile != kNoTile; });
        const auto undrawn = in_order(rest_, all_but(known));
        auto one = undrawn.begin();
        for (Tile& tile : table) {
            if (tile == kNoTile && one != undrawn.end()) tile = *one++;
        }
    }
    hand.wall = as_drawn(table, *places);
}

}  // namespace mj
