// Against the bot: what a seat's answers in a finished hand gained or lost against `learned`.
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

// differ: answers that differ from the bot's and are not as good by its figures. worlds: how many
// each was played on in. points: the seat's minus the bot's, averaged over worlds and summed over
// answers. error: the standard error. All are 0 if no answer differs.
struct AgainstBot {
    int differ = 0, worlds = 0;
    double points = 0, error = 0;
};

// A finished hand as its seat played it. game: at its first request. first: the first turn whose
// answers count.
struct HandPlayed {
    Game game;
    std::vector<Answers> turns;
    int seat;
    std::size_t first;
};

// Finds the answers that differ and plays on from each: the seat's answer and the bot's, in the
// same worlds, with the bot in all seats. The worlds are sampled from what the seat knew; the true
// hidden tiles are not used. The results depend only on the hand and its name.
class Against {
  public:
    using MakeBot = std::function<std::unique_ptr<Learned>()>;

    // losses: decides which answers are as good. name: the hand's; seeds the worlds.
    Against(HandPlayed hand, const MakeBot& make, const LossScale& losses, std::string_view name);

    // Does a tenth of a second or two of the work; call it until it is over.
    void go_on();
    [[nodiscard]] bool over() const {
        return turn_ == hand_.turns.size() && played_ == apart_.size();
    }

    // How many differing answers were found so far, and how many of them were played on.
    [[nodiscard]] int differ() const { return static_cast<int>(apart_.size()); }
    [[nodiscard]] int played() const { return static_cast<int>(played_); }

    // The result of all that was played on so far.
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
    // For the decision in progress: its worlds, and the sums over them.
    std::optional<WorldDealer> dealer_;
    int worlds_ = 0;
    double sum_ = 0, squares_ = 0;
    double variance_ = 0;
    AgainstBot found_;
};

}  // namespace mj
