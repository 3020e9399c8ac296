// Against the bot: what a seat's answers in a finished hand bring more than those of `learned`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "learned/learned.hpp"
#include "play/player.hpp"
#include "review/losses.hpp"
#include "worlds/worlds.hpp"

namespace mj {

// differ: answers that are not the bot's, nor as good by its figures. worlds: in which each of
// these was played on. points: of the seat's answers less the bot's, means over the worlds, summed
// over the answers. error: its standard error. All are 0 where no answer differs.
struct AgainstBot {
    int differ = 0, worlds = 0;
    double points = 0, error = 0;
};

// A finished hand as its seat played it. game: at its first request. first: the turn from which the
// seat's answers count.
struct HandPlayed {
    Game game;
    std::vector<Answers> turns;
    int seat;
    std::size_t first;
};

// Finds the answers that differ, then plays on from each: the answer and the bot's, both in the
// same worlds, with the bot in all seats. The worlds are sampled from what the seat knew; of what
// was hidden then nothing is used. The results follow from the hand and its name.
class Against {
  public:
    using MakeBot = std::function<std::unique_ptr<Learned>()>;

    // losses: answers that are as good by these do not differ. name: of the hand; its worlds
    // follow from it.
    Against(HandPlayed hand, const MakeBot& make, const LossScale& losses, std::string_view name);

    // A piece of the work, until it is over: a tenth of a second or two.
    void go_on();
    [[nodiscard]] bool over() const {
        return turn_ == hand_.turns.size() && played_ == apart_.size();
    }

    // How many answers differ, as far as is known, and how many of these were played on.
    [[nodiscard]] int differ() const { return static_cast<int>(apart_.size()); }
    [[nodiscard]] int played() const { return static_cast<int>(played_); }

    // What came of all that was played on.
    [[nodiscard]] const AgainstBot& found() const { return found_; }

  private:
    // A decision in which the answers differ.
    struct Apart {
        Game game;
        Action mine, bots;
        std::uint64_t seed;
    };

    void look();
    void play_worlds();
    [[nodiscard]] int score_of(const Game& world, const Action& action, std::uint64_t seed);

    HandPlayed hand_;
    std::array<std::unique_ptr<Learned>, kSeats> bots_;
    LossScale losses_;
    std::uint64_t seed_ = 0;
    std::size_t turn_ = 0;
    std::vector<Apart> apart_;
    std::size_t played_ = 0;
    // Of the decision that is being played on: its worlds, and the sums of what was found there.
    std::optional<WorldDealer> dealer_;
    int worlds_ = 0;
    double sum_ = 0, squares_ = 0;
    double variance_ = 0;
    AgainstBot found_;
};

}  // namespace mj
