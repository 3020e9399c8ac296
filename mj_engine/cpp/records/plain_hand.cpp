#include "records/plain_hand.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "table/legality.hpp"

namespace mj {

namespace {

constexpr std::array<std::string_view, 8> kStepNames{"DRAW", "PLAY",   "CHI", "PENG",
                                                     "GANG", "BUGANG", "HU",  "FALSE"};
constexpr int kHeadWords = 6;

std::string_view name_of(StepKind kind) { return kStepNames[static_cast<std::size_t>(kind)]; }

ActionKind action_kind(StepKind kind) {
    constexpr std::array<ActionKind, 8> kKinds{
        ActionKind::Pass, ActionKind::Play,   ActionKind::Chi, ActionKind::Peng,
        ActionKind::Gang, ActionKind::Bugang, ActionKind::Hu,  ActionKind::Pass};
    return kKinds[static_cast<std::size_t>(kind)];
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// Parses the words of a step; `wrong` is set if one is not valid.
class StepReader {
  public:
    [[nodiscard]] bool wrong() const { return wrong_; }

    StepKind kind(std::string_view word) {
        const auto* found = std::ranges::find(kStepNames, word);
        wrong_ = wrong_ || found == kStepNames.end();
        return wrong_ ? StepKind::Draw : static_cast<StepKind>(found - kStepNames.begin());
    }

    int number(std::string_view word) {
        int found = 0;
        const auto [past, error] = std::from_chars(word.data(), word.data() + word.size(), found);
        wrong_ = wrong_ || error != std::errc() || past != word.data() + word.size();
        return found;
    }

    int seat(std::string_view word) {
        const int found = number(word);
        wrong_ = wrong_ || found < 0 || found >= kSeats;
        return wrong_ ? 0 : found;
    }

    Tile tile(std::string_view code) {
        if (code == "-") return kNoTile;
        const Tile found = tile_of(code);
        wrong_ = wrong_ || found == kNoTile;
        return found;
    }

    Wish wish(std::string_view word) {
        const auto parts = split(word, ':');
        wrong_ = wrong_ || parts.size() < 2 || parts.size() > 3;
        if (wrong_) return {};
        return {.seat = seat(parts[0]),
                .kind = action_kind(kind(parts[1])),
                .chow = parts.size() == 3 ? tile(parts[2]) : kNoTile};
    }

  private:
    bool wrong_ = false;
};

class Playing {
  public:
    Playing(const PlainHand& hand, HandFault& fault)
        : hand_(hand), steps_(hand.steps), fault_(fault) {}

    std::optional<PlayedHand> run() {
        if (const char* why = fault_of_wall(hand_.wall, hand_.prevalent_wind, hand_.common_wall)) {
            say("no such deal", 0, why);
            return std::nullopt;
        }
        game_ = new_game(hand_.wall, hand_.prevalent_wind, hand_.common_wall);
        pass();
        pass();
        std::size_t place = 0;
        while (!game_.over() && !faulty()) place = turn(place);
        if (place < steps_.size()) say("more behind the end of the hand", steps_[place].line);
        const bool is_drawn = game_.result.verdict == Verdict::Huang;
        if (hand_.drawn != is_drawn) say("it ends otherwise than it says", last_line());
        if (faulty()) return std::nullopt;
        note_keeping();
        return std::move(played_);
    }

  private:
    void say(std::string_view reason, int line, std::string_view about = {}) {
        if (!faulty()) fault_ = {std::string(reason), line, std::string(about)};
    }
    [[nodiscard]] bool faulty() const { return !fault_.reason.empty(); }

    [[nodiscard]] const Step* at(std::size_t place) const {
        return place < steps_.size() ? &steps_[place] : nullptr;
    }
    [[nodiscard]] int last_line() const { return steps_.empty() ? 0 : steps_.back().line; }
    [[nodiscard]] int turns() const { return static_cast<int>(played_.record.turns.size()); }

    // Answers one event of the game; returns the index of the next step.
    std::size_t turn(std::size_t place) {
        using enum EventKind;
        const Event event = game_.event;
        turn_of_[static_cast<int>(place)] = turns();
        const bool draws = event.kind == Draw || event.kind == Buhua;
        if (at(place) == nullptr && hand_.drawn && draws) {
            game_.result.verdict = Verdict::Huang;  // a common wall runs out for all at once
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
            played_.false_wins.push_back({turns(), step->seat, {}});
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

    // Plays a claim; returns how many steps it takes.
    std::size_t claim(const Step& step, const Step* following) {
        using enum StepKind;
        const bool is_meld = step.kind == Chi || step.kind == Peng;
        if (step.seat == game_.turn || (!is_meld && step.kind != Gang && step.kind != Hu)) {
            return unexpected(&step), 0;
        }
        if (!is_meld) return answer(step, {.kind = action_kind(step.kind)}), 1;
        if (following == nullptr || following->kind != Play || following->seat != step.seat) {
            return say("no discard follows a claim", step.line), 0;
        }
        answer(step, {.kind = action_kind(step.kind), .tile = following->tile, .chow = step.chow});
        return 2;
    }

    void answer(const Step& step, const Action& action) {
        for (const Wish& wish : step.preempted) {
            if (wish.seat == step.seat) return say("a claim that is before itself", step.line);
        }
        note_preempted(step);
        if (!hand_.tells_all) note_untold(step);
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
                if (chows.empty()) {  // in any case it was not a chow
                    played_.untold.push_back({turns(), wish.seat, {}});
                    continue;
                }
                if (chows.size() == 1) wish.chow = chows[0];
            }
            played_.preempted.push_back(
                {turns(), wish.seat, text_of({.kind = wish.kind, .chow = wish.chow})});
        }
    }

    [[nodiscard]] bool may_chow(int seat, Tile middle) const {
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            const Action action{.kind = ActionKind::Chi, .tile = tile, .chow = middle};
            const bool has = game_.hands[seat][tile] > 0 && game_.event.discards();
            if (has && allows(game_, seat, action, hand_.common_wall)) return true;
        }
        return false;
    }

    // Notes the seats whose claims a claim may hide: of all seats behind a win, of the next seat's
    // chow behind a pung or kong.
    void note_untold(const Step& step) {
        if (step.seat == game_.turn || step.kind == StepKind::Chi) return;
        for (int seat = 0; seat < kSeats; ++seat) {
            if (seat == step.seat || seat == game_.turn) continue;
            if (step.kind != StepKind::Hu && seat != (game_.turn + 1) % kSeats) continue;
            const bool wanted = std::ranges::any_of(
                step.preempted, [&](const Wish& wish) { return wish.seat == seat; });
            const bool passed = std::ranges::find(step.passed, seat) != step.passed.end();
            if (!wanted && !passed) played_.untold.push_back({turns(), seat, {}});
        }
    }

    void win(const Step& step) {
        const Winning winning = winning_of(game_, step.seat);
        const bool is_offered = winning.tile != kNoTile;
        Win found;
        if (!is_offered ||
            !mj::win(winning.hand, game_.melds[step.seat], winning.tile, winning.context, found)) {
            return say("a win without a winning hand", step.line);
        }
        note_turn(step.seat, {.kind = ActionKind::Hu});
        found.fan >= kLeastFan ? game_.declare_win(step.seat) : accept_win(step.seat);
    }

    // Others accept a win that our judge rejects.
    void accept_win(int winner) {
        const bool self_drawn = winner == game_.turn;
        Result& result = game_.result;
        result.verdict = Verdict::Hu;
        result.player = static_cast<std::uint8_t>(winner);
        result.giver = self_drawn ? kNobody : game_.turn;
        result.has_fan = true;
        result.win.total = hand_.fan;
        for (int seat = 0; seat < kSeats; ++seat) {
            const bool pays_fan = self_drawn || seat == game_.turn;
            game_.scores[seat] = static_cast<std::int16_t>(
                seat == winner ? points_of_win(hand_.fan, self_drawn)
                               : -kBaseScore - (pays_fan ? hand_.fan : 0));
        }
    }

    void submit(const Step& step, const Action& action) {
        if (!allows(game_, step.seat, action, hand_.common_wall)) {
            return say("not legal at our judge", step.line, text_of(action));
        }
        note_turn(step.seat, action);
        step.seat == game_.turn ? game_.act(action) : game_.claim(step.seat, action);
    }

    void pass() {
        note_turn(0, kPassing);
        game_.pass();
    }

    // Records the turn that ends now, with the one answer that may not be a pass.
    void note_turn(int seat, const Action& action) {
        Answers answers;
        answers[seat] = action;
        played_.record.add(game_, answers);
    }

    void unexpected(const Step* step) {
        if (step == nullptr) return say("the hand breaks off", last_line());
        say("what cannot come here", step->line,
            std::string(name_of(step->kind)) + " of seat " + std::to_string(step->seat));
    }

    // Notes the turns in which a seat held back a flower, so its hand was different.
    void note_keeping() {
        auto& untold = played_.untold;
        for (const Keeping& kept : hand_.keeping) {
            const auto first = turn_of_.find(kept.first);
            const auto last = turn_of_.find(kept.last);
            const int end = last == turn_of_.end() ? turns() : last->second;
            for (int turn = first == turn_of_.end() ? 1 : first->second; turn < end; ++turn) {
                untold.push_back({turn, kept.seat, {}});
            }
        }
        std::ranges::sort(untold);
        const auto same = std::ranges::unique(untold);
        untold.erase(same.begin(), same.end());
    }

    const PlainHand& hand_;
    const std::vector<Step>& steps_;
    HandFault& fault_;
    PlayedHand played_;
    Game& game_ = played_.game;
    std::map<int, int> turn_of_;  // by step: the turn in which it was last read
};

}  // namespace

Expected<Step> step_of(std::string_view text) {
    const auto words = split(text, ' ');
    const Fault fault{"no step: " + std::string(text.substr(0, 60))};
    if (words.size() < kHeadWords) return fault;
    StepReader reader;
    Step step{.kind = reader.kind(words[0]),
              .seat = reader.seat(words[1]),
              .tile = reader.tile(words[2]),
              .chow = reader.tile(words[3]),
              .line = reader.number(words[4]),
              .passed = {},
              .preempted = {}};
    if (words[5] != "-") {
        for (const char& seat : words[5]) step.passed.push_back(reader.seat({&seat, 1}));
    }
    for (std::size_t place = kHeadWords; place < words.size(); ++place) {
        step.preempted.push_back(reader.wish(words[place]));
    }
    if (reader.wrong()) return fault;
    return step;
}

std::optional<PlayedHand> played(const PlainHand& hand, HandFault& fault) {
    return Playing(hand, fault).run();
}

}  // namespace mj
