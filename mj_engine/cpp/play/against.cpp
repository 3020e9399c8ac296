#include "play/against.hpp"

#include <algorithm>
#include <cmath>

#include "review/reviewing.hpp"
#include "table/legality.hpp"
#include "table/observe.hpp"

namespace mj {

namespace {

// Worlds per differing answer. A game's result varies by some 30 points, so fewer worlds tell
// little. The number per hand keeps the time to some seconds. It is the same for each answer and
// does not depend on the results.
constexpr int kLeastWorlds = 30, kMostWorlds = 100, kWorldsOfHand = 300;
// Worlds in one piece of the work.
constexpr int kWorldsAtOnce = 3;

int worlds_for(std::size_t answers) {
    if (answers == 0) return 0;
    return std::clamp(kWorldsOfHand / static_cast<int>(answers), kLeastWorlds, kMostWorlds);
}

}  // namespace

Against::Against(HandPlayed hand, const MakeBot& make, const LossScale& losses,
                 std::string_view name)
    : hand_(std::move(hand)), losses_(losses) {
    for (const char letter : name) seed_ = seed_of(seed_, letter);
    seed_ = seed_of(seed_, hand_.seat);
    for (auto& bot : bots_) bot = make();
}

void Against::go_on() {
    if (turn_ < hand_.turns.size()) {
        look();
    } else if (played_ < apart_.size()) {
        play_worlds();
    }
}

// Looks at the next decision of the seat, and moves on behind it.
void Against::look() {
    bool looked = false;
    while (turn_ < hand_.turns.size() && !looked) {
        const Game& game = hand_.game;
        const Answer& given = hand_.turns[turn_][hand_.seat];
        ActionList legal;
        if (turn_ >= hand_.first && must_decide(game, hand_.seat)) {
            list_legal(game, hand_.seat, legal);
        }
        looked = legal.size > 1;
        if (looked && given.form == Form::Good) {
            Learned& bot = *bots_[hand_.seat];
            const GameState state = state_of(game, hand_.seat);
            const auto explained = bot.explain(state, legal.all());
            const Explained& best = explained.front();
            const auto mine = std::ranges::find_if(explained, [&](const Explained& one) {
                return one.candidate.action.same(given.action);
            });
            // The bot takes every win, even if its figures say that passing is worth more.
            const Action& first = legal.all().front();
            const Action& bots = first.kind == ActionKind::Hu ? first : best.candidate.action;
            if (mine != explained.end() && mine != explained.begin() &&
                !mine->candidate.action.same(bots) &&
                !is_as_good(*mine, best, state.discards[hand_.seat].size, losses_)) {
                apart_.push_back({game, mine->candidate.action, bots, seed_of(seed_, turn_)});
            }
        }
        hand_.game.submit(hand_.turns[turn_++]);
    }
    found_.differ = differ();
    found_.worlds = worlds_for(apart_.size());
}

void Against::play_worlds() {
    const Apart& apart = apart_[played_];
    if (!dealer_) {
        dealer_.emplace(apart.game, hand_.seat, Worlds::Sampled, apart.seed);
        worlds_ = 0;
        sum_ = squares_ = 0;
    }
    for (int more = 0; more < kWorldsAtOnce && worlds_ < found_.worlds; ++more, ++worlds_) {
        const Game world = dealer_->next();
        const std::uint64_t seed = seed_of(apart.seed, worlds_);
        const int points = score_of(world, apart.mine, seed) - score_of(world, apart.bots, seed);
        sum_ += points;
        squares_ += points * points;
    }
    if (worlds_ < found_.worlds) return;
    const double mean = sum_ / worlds_;
    variance_ += (squares_ - sum_ * mean) / (worlds_ - 1) / worlds_;
    found_.points += mean;
    found_.error = std::sqrt(variance_);
    dealer_.reset();
    ++played_;
}

int Against::score_of(const Game& world, const Action& action, std::uint64_t seed) {
    Seats seats{};
    for (int seat = 0; seat < kSeats; ++seat) {
        seats[seat] = bots_[seat].get();
        seats[seat]->begin(static_cast<std::uint32_t>(seed_of(seed, seat)));
    }
    Game game = after_answer(world, hand_.seat, action, seats);
    play_to_end(game, seats);
    return game.scores[hand_.seat];
}

}  // namespace mj
