#include "dataset/examples.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "table/observe.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr float kUnknownValue = std::numeric_limits<float>::quiet_NaN();

// The answers of one turn, by seat.
using TurnAnswers = std::array<std::optional<StoredAnswer>, kSeats>;

class Walk {
  public:
    Walk(const StoredGames& games, std::size_t game, unsigned wanted, bool with_values,
         const std::function<void(const Example&)>& found)
        : games_(games),
          game_(games.opened(game)),
          turns_(games.turns[game]),
          next_(static_cast<std::size_t>(games.answer_at[game])),
          end_(static_cast<std::size_t>(games.answer_at[game + 1])),
          next_value_(static_cast<std::size_t>(games.value_at[game])),
          end_value_(static_cast<std::size_t>(games.value_at[game + 1])),
          wanted_(wanted),
          with_values_(with_values && next_value_ != end_value_),
          found_(found) {}

    void run() {
        for (int turn = 0; turn < turns_; ++turn) {
            if (game_.over()) throw StoredGameError("it was over before its last turn");
            const TurnAnswers answers = answers_of(turn);
            for (int seat = 0; seat < kSeats; ++seat) tell(seat, turn, answers[seat]);
            if (turn + 1 < turns_) submit(answers);
        }
        if (next_ != end_) throw StoredGameError("answers behind its last turn");
        if (next_value_ != end_value_) throw StoredGameError("values of no action");
    }

  private:
    TurnAnswers answers_of(int turn) {
        TurnAnswers found;
        for (; next_ < end_ && games_.answer_turns[next_] == turn; ++next_) {
            const StoredAnswer answer = games_.answer(next_);
            found[answer.seat] = answer;
        }
        return found;
    }

    // Submits the answers that went through; pre-empted ones are dropped.
    void submit(const TurnAnswers& answers) {
        Answers given;
        for (int seat = 0; seat < kSeats; ++seat) {
            const auto& answer = answers[seat];
            if (!answer || answer->preempted || answer->move >= kMoves) continue;
            given[seat] = action_of_move(answer->move, answer->discard, game_.offered);
        }
        game_.submit(given);
    }

    void tell(int seat, int turn, const std::optional<StoredAnswer>& answer) {
        if (!must_decide(game_, seat)) return;
        const bool wanted = ((wanted_ >> static_cast<unsigned>(seat)) & 1U) != 0;
        const bool valued = answer && answer->valued;
        const GameState state = state_of(game_, seat);
        PlaneHistory& history = histories_[seat];
        history.see(state);
        if (!wanted && !valued) return;
        list_legal(game_, seat, legal_);
        take_values(valued);
        const bool known = answer ? !answer->unknown : state.decision != Decision::OwnDraw;
        if (!wanted || !known) return;
        const std::uint8_t move = answer ? answer->move : std::uint8_t{kPassMove};
        tell_claim(state, history, turn, move);
        if (!answer || move < kPungMove || answer->preempted) return;
        if (answer->discard != kNoTile) tell_discard(state, history, turn, *answer);
    }

    void take_values(bool valued) {
        place_of_values_ = next_value_;
        valued_ = valued;
        if (!valued) return;
        if (end_value_ - next_value_ < legal_.size) throw StoredGameError("values are missing");
        next_value_ += legal_.size;
    }

    // Reports a decision as the game offers it.
    void tell_claim(const GameState& state, const PlaneHistory& history, int turn,
                    std::uint8_t move) {
        MoveMask mask;
        begin_values();
        for (std::size_t place = 0; place < legal_.size; ++place) {
            const std::uint8_t legal = move_of(legal_.of[place], state.offered);
            mask.set(legal);
            note_value(legal, place);
        }
        const auto kind = static_cast<ExampleKind>(static_cast<int>(state.decision) - 1);
        emit(state, history, kind, mask, move, turn);
    }

    // Reports the discard that goes with a claim.
    void tell_discard(const GameState& state, const PlaneHistory& history, int turn,
                      const StoredAnswer& answer) {
        const Action claim = action_of_move(answer.move, answer.discard, state.offered);
        MoveMask mask;
        begin_values();
        for (std::size_t place = 0; place < legal_.size; ++place) {
            const Action& legal = legal_.of[place];
            if (legal.kind != claim.kind || legal.chow != claim.chow) continue;
            mask.set(legal.tile);
            note_value(legal.tile, place);
        }
        if (mask.none()) return;  // the claim is not legal here
        emit(state_after_claim(state, claim), history, ExampleKind::Discard, mask, answer.discard,
             turn);
    }

    void begin_values() {
        if (with_values_) values_.fill(kUnknownValue);
    }

    // A claim with several discards has the value of the best one.
    void note_value(std::uint8_t move, std::size_t place) {
        if (!with_values_ || !valued_) return;
        const float value = games_.values[place_of_values_ + place];
        float& kept = values_[move];
        if (!(kept >= value)) kept = value;
    }

    void emit(const GameState& state, const PlaneHistory& history, ExampleKind kind,
              const MoveMask& mask, std::uint8_t move, int turn) {
        if (mask.count() < 2 || !mask.test(move)) return;
        found_({&state, &history, kind, mask, move, static_cast<std::uint16_t>(turn),
                with_values_ ? &values_ : nullptr});
    }

    const StoredGames& games_;
    Game game_;
    int turns_;
    std::size_t next_, end_;
    std::size_t next_value_, end_value_;
    unsigned wanted_;
    bool with_values_;
    const std::function<void(const Example&)>& found_;
    std::array<PlaneHistory, kSeats> histories_;
    ActionList legal_;
    std::size_t place_of_values_ = 0;
    bool valued_ = false;
    MoveValues values_{};
};

}  // namespace

void each_example(const StoredGames& games, std::size_t game, unsigned wanted, bool with_values,
                  const std::function<void(const Example&)>& found) {
    Walk(games, game, wanted, with_values, found).run();
}

}  // namespace mj
