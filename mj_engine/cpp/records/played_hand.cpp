#include "records/played_hand.hpp"

#include <algorithm>
#include <map>

#include "records/judged.hpp"
#include "table/legality.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

constexpr std::array<std::string_view, 8> kStepNames{"DRAW", "PLAY",   "CHI", "PENG",
                                                     "GANG", "BUGANG", "HU",  "FALSE"};

ActionKind action_kind(StepKind kind) {
    constexpr std::array<ActionKind, 8> kKinds{
        ActionKind::Pass, ActionKind::Play,   ActionKind::Chi, ActionKind::Peng,
        ActionKind::Gang, ActionKind::Bugang, ActionKind::Hu,  ActionKind::Pass};
    return kKinds[static_cast<std::size_t>(kind)];
}

std::string wish_text(const Wish& wish) { return text_of({.kind = wish.kind, .chow = wish.chow}); }

class Folding {
  public:
    Folding(const PlayedHand& hand, Trouble& trouble)
        : hand_(hand), steps_(hand.steps), trouble_(trouble) {}

    MatchOnRecord run() {
        if (const char* fault = fault_of_wall(hand_.wall, hand_.prevalent_wind, true)) {
            trouble_.say("no such deal", 0, fault);
            return {};
        }
        game_ = new_game(hand_.wall, hand_.prevalent_wind, true);
        pass();
        pass();
        std::size_t place = 0;
        while (!game_.over() && !ended_ && !trouble_) place = turn(place);
        if (!trouble_ && place < steps_.size()) {
            trouble_.say("more behind the end of the hand", steps_[place].event);
        }
        return trouble_ ? MatchOnRecord() : match();
    }

  private:
    [[nodiscard]] const Step* at(std::size_t place) const {
        return place < steps_.size() ? &steps_[place] : nullptr;
    }

    [[nodiscard]] std::int64_t turns() const {
        return static_cast<std::int64_t>(match_.requests.size());
    }

    // Answers one event of the game; the place of the step that comes then.
    std::size_t turn(std::size_t place) {
        using enum EventKind;
        const Event event = game_.event;
        turn_of_[static_cast<int>(place)] = turns();
        const bool draws = event.kind == Draw || event.kind == Buhua;
        if (at(place) == nullptr && hand_.drawn && draws) {
            ended_ = MatchEnd{.action = std::string(word_of(Verdict::Huang)),
                              .player = {},
                              .fan_total = {},
                              .fans = {}};
            return place;
        }
        if (draws) {
            const Step* step = at(place);
            if (step == nullptr || step->kind != StepKind::Draw || step->seat != event.seat ||
                step->tile != event.tile) {
                return unexpected(step), place;
            }
            ++place;
        }
        const Step* step = at(place);
        for (; step != nullptr && step->kind == StepKind::FalseWin; step = at(++place)) {
            match_.false_wins.push_back({turns(), step->seat, {}});
        }
        if (event.kind == Buhua || event.kind == Gang) return pass(), place;
        if (event.kind == Draw) return own(step, event) ? place + 1 : place;
        if (step == nullptr || step->kind == StepKind::Draw) {
            if (step != nullptr) note_preempted(*step);
            return pass(), place;
        }
        return place + claim(*step, at(place + 1));
    }

    bool own(const Step* step, const Event& event) {
        using enum StepKind;
        const bool fits =
            step != nullptr && step->seat == event.seat &&
            (step->kind == Play || step->kind == Gang || step->kind == Bugang || step->kind == Hu);
        if (!fits) return unexpected(step), false;
        answer(*step, {.kind = action_kind(step->kind), .tile = step->tile});
        return true;
    }

    // How many steps a claim takes.
    std::size_t claim(const Step& step, const Step* following) {
        using enum StepKind;
        const bool is_meld = step.kind == Chi || step.kind == Peng;
        if (step.seat == game_.turn || (!is_meld && step.kind != Gang && step.kind != Hu)) {
            return unexpected(&step), 0;
        }
        if (!is_meld) return answer(step, {.kind = action_kind(step.kind)}), 1;
        if (following == nullptr || following->kind != Play || following->seat != step.seat) {
            return trouble_.say("no discard follows a claim", step.event), 0;
        }
        answer(step, {.kind = action_kind(step.kind), .tile = following->tile, .chow = step.chow});
        return 2;
    }

    void answer(const Step& step, const Action& action) {
        for (const Wish& wish : step.preempted) {
            if (wish.seat == step.seat) {
                return trouble_.say("a claim that is before itself", step.event);
            }
        }
        note_preempted(step);
        note_untold(step);
        action.kind == ActionKind::Hu ? win(step) : submit(step, action);
    }

    void note_preempted(const Step& step) {
        for (Wish wish : step.preempted) {
            if (wish.kind == ActionKind::Chi && wish.chow == kNoTile) {
                std::vector<Tile> chows;
                for (Tile middle = 0; middle < kFirstHonour; ++middle) {
                    if (is_chow_middle(middle) && may_chow(wish.seat, middle)) {
                        chows.push_back(middle);
                    }
                }
                if (chows.empty()) {  // Whatever it wanted, it was no chow.
                    match_.untold.push_back({turns(), wish.seat, {}});
                    continue;
                }
                if (chows.size() == 1) wish.chow = chows[0];
            }
            match_.preempted.push_back({turns(), wish.seat, wish_text(wish)});
        }
    }

    [[nodiscard]] bool may_chow(int seat, Tile middle) const {
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            const Action action{.kind = ActionKind::Chi, .tile = tile, .chow = middle};
            const bool has = game_.hands[seat][tile] > 0 && game_.event.discards();
            if (has && allows_as_recorded(game_, seat, action)) return true;
        }
        return false;
    }

    // Whose wishes a claim hides: those of all behind a win, and of a chow behind the rest.
    void note_untold(const Step& step) {
        if (step.seat == game_.turn || step.kind == StepKind::Chi) return;
        for (int seat = 0; seat < kSeats; ++seat) {
            if (seat == step.seat || seat == game_.turn) continue;
            if (step.kind != StepKind::Hu && seat != (game_.turn + 1) % kSeats) continue;
            const bool wanted = std::ranges::any_of(
                step.preempted, [&](const Wish& wish) { return wish.seat == seat; });
            const bool passed = std::ranges::find(step.passed, seat) != step.passed.end();
            if (!wanted && !passed) match_.untold.push_back({turns(), seat, {}});
        }
    }

    void win(const Step& step) {
        const Winning winning = winning_of(game_, step.seat);
        const bool is_offered = winning.tile != kNoTile;
        Win found;
        if (!is_offered ||
            !mj::win(winning.hand, game_.melds[step.seat], winning.tile, winning.context, found)) {
            return trouble_.say("a win without a winning hand", step.event);
        }
        note_turn(step.seat, {.kind = ActionKind::Hu});
        if (found.fan >= kLeastFan) return game_.declare_win(step.seat);
        // Elsewhere it is enough: an end that our judge refuses.
        ended_ = MatchEnd{.action = std::string(word_of(Verdict::Hu)),
                          .player = step.seat,
                          .fan_total = hand_.fan,
                          .fans = std::vector<FanLine>()};
    }

    void submit(const Step& step, const Action& action) {
        if (!allows_as_recorded(game_, step.seat, action)) {
            return trouble_.say("not legal at our judge", step.event, text_of(action));
        }
        note_turn(step.seat, action);
        step.seat == game_.turn ? game_.act(action) : game_.claim(step.seat, action);
    }

    void pass() {
        note_turn(kNobody, {});
        game_.pass();
    }

    // The turn that ends now, with the one answer that is no pass.
    void note_turn(int seat, const Action& action) {
        auto& requests = match_.requests.emplace_back();
        auto& responses = match_.responses.emplace_back();
        for (int other = 0; other < kSeats; ++other) {
            requests[other] = request_for(game_, other);
            responses[other] = text_of(other == seat ? action : kPassing);
        }
    }

    void unexpected(const Step* step) {
        if (step == nullptr) {
            return trouble_.say("the hand breaks off", steps_.empty() ? 0 : steps_.back().event);
        }
        trouble_.say("what cannot come here", step->event,
                     std::string(kStepNames[static_cast<std::size_t>(step->kind)]) + " of seat " +
                         std::to_string(step->seat));
    }

    // The turns in which a seat kept a flower, so that it had another hand.
    void note_keeping() {
        for (const Keeping& kept : hand_.keeping) {
            const auto first = turn_of_.find(kept.first);
            const auto last = turn_of_.find(kept.last);
            const auto end = last == turn_of_.end() ? turns() : last->second;
            for (auto turn = first == turn_of_.end() ? 1 : first->second; turn < end; ++turn) {
                match_.untold.push_back({turn, kept.seat, {}});
            }
        }
        std::ranges::sort(match_.untold);
        const auto same = std::ranges::unique(match_.untold);
        match_.untold.erase(same.begin(), same.end());
    }

    MatchOnRecord match() {
        MatchEnd end = ended_.value_or(end_of(game_.result));
        const bool is_drawn = end.action == word_of(Verdict::Huang);
        if (hand_.drawn != is_drawn) {
            trouble_.say("it ends otherwise than it says",
                         steps_.empty() ? 0 : steps_.back().event);
            return {};
        }
        if (end.action == word_of(Verdict::Hu)) name_fans(end);
        note_keeping();
        match_.id = hand_.id;
        match_.players = hand_.players;
        match_.quan = hand_.prevalent_wind;
        match_.common_wall = true;
        match_.wall = hand_.wall;
        match_.wall_known = hand_.wall_known;
        match_.penalties = hand_.penalties;
        match_.player_ids = hand_.player_ids;
        const auto is_known = [](const std::optional<double>& one) { return one.has_value(); };
        if (std::ranges::any_of(hand_.ratings, is_known)) match_.ratings = hand_.ratings;
        match_.began = hand_.began;
        match_.place = hand_.place;
        std::ranges::copy(hand_.scores, match_.scores.begin());
        match_.result = std::move(end);
        return std::move(match_);
    }

    // What the record counts, where our judge counts otherwise.
    void name_fans(MatchEnd& end) const {
        if (hand_.fan != 0 && end.fan_total != hand_.fan) {
            end.fan_total = hand_.fan;
            end.fans = hand_.fans;
        }
        if (hand_.fans.empty()) return;
        auto counted = end.fans.value_or(std::vector<FanLine>());
        auto theirs = hand_.fans;
        std::ranges::sort(counted);
        std::ranges::sort(theirs);
        if (counted == theirs) return;
        end.fans = hand_.fans;
        end.fan_total = hand_.fan;
    }

    const PlayedHand& hand_;
    const std::vector<Step>& steps_;
    Trouble& trouble_;
    Game game_;
    MatchOnRecord match_;
    std::map<int, std::int64_t> turn_of_;  // by step, the turn in which it was looked at last
    std::optional<MatchEnd> ended_;
};

}  // namespace

MatchOnRecord folded(const PlayedHand& hand, Trouble& trouble) {
    trouble.set_event(0);
    return Folding(hand, trouble).run();
}

}  // namespace mj
