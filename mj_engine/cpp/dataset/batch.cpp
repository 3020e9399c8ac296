#include "dataset/batch.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "play/many.hpp"
#include "shanten/shanten.hpp"

namespace mj {

namespace {

StoredGameError at_game(std::int64_t game, const std::string& what) {
    return StoredGameError{"game " + std::to_string(game) + ": " + what};
}

// One thread's share of the work.
class Filler {
  public:
    Filler(const StoredGames& games, const BatchPlan& plan, const BatchArrays& arrays)
        : games_(games), plan_(plan), arrays_(arrays) {
        for (const auto& [spec, cells] : arrays.features) writers_.push_back(spec.make());
    }

    void fill(std::size_t place) {
        game_ = plan_.games[place];
        next_ = plan_.first[place];
        end_ = plan_.first[place + 1];
        try {
            for (int seat = 0; seat < kSeats; ++seat) scores_[seat] = score_of(seat);
            each_example(games_, static_cast<std::size_t>(game_), plan_.seats[place],
                         !arrays_.values.empty(), [this](const Example& one) { add(one); });
        } catch (const StoredGameError& error) {
            throw at_game(game_, error.what());
        }
        if (next_ != end_) throw at_game(game_, "it has fewer examples than were counted");
    }

  private:
    [[nodiscard]] float score_of(int seat) const {
        return games_
            .scores[static_cast<std::size_t>(game_) * kSeats + static_cast<std::size_t>(seat)];
    }

    void add(const Example& example) {
        if (((plan_.kinds >> static_cast<unsigned>(example.kind)) & 1U) == 0) return;
        if (next_ == end_) throw StoredGameError("it has more examples than were counted");
        const auto row = static_cast<std::size_t>(plan_.row_of[static_cast<std::size_t>(next_++)]);
        const GameState& state = *example.state;
        for (std::size_t place = 0; place < writers_.size(); ++place) {
            const auto& [spec, cells] = arrays_.features[place];
            const std::size_t size = cells.size() / arrays_.move.size();
            writers_[place]->write(state, *example.history, cells.subspan(row * size, size));
        }
        for (std::size_t move = 0; move < kMoves; ++move) {
            arrays_.mask[row * kMoves + move] = example.mask.test(move);
        }
        arrays_.move[row] = example.move;
        arrays_.kind[row] = static_cast<std::uint8_t>(example.kind);
        arrays_.score[row] = scores_[state.seat];
        arrays_.game[row] = game_;
        arrays_.seat[row] = state.seat;
        arrays_.turn[row] = static_cast<std::int16_t>(example.turn);
        if (!arrays_.shanten.empty()) {
            arrays_.shanten[row] = static_cast<std::int8_t>(shanten_.distance(state.hand));
        }
        if (!arrays_.values.empty()) add_values(example, row);
    }

    void add_values(const Example& example, std::size_t row) {
        const auto kept = arrays_.values.subspan(row * kMoves, kMoves);
        if (example.values != nullptr) {
            std::ranges::copy(*example.values, kept.begin());
        } else {
            std::ranges::fill(kept, std::numeric_limits<float>::quiet_NaN());
        }
    }

    const StoredGames& games_;
    const BatchPlan& plan_;
    const BatchArrays& arrays_;
    std::vector<std::unique_ptr<FeatureWriter>> writers_;
    Shanten shanten_;
    std::int64_t game_ = 0, next_ = 0, end_ = 0;
    std::array<float, kSeats> scores_{};
};

}  // namespace

void fill(const StoredGames& games, const BatchPlan& plan, const BatchArrays& arrays, int threads) {
    share_work(plan.games.size(), threads, [&]() -> Work {
        const auto filler = std::make_shared<Filler>(games, plan, arrays);
        return [filler](std::size_t place) { filler->fill(place); };
    });
}

std::vector<std::uint8_t> count_examples(const StoredGames& games, int threads) {
    constexpr unsigned kEverySeat = 15;
    constexpr std::size_t kCounted = kSeats * kExampleKinds;
    std::vector<std::uint8_t> counts(games.size() * kCounted);
    share_work(games.size(), threads, [&]() -> Work {
        return [&](std::size_t game) {
            std::uint8_t* const counted = counts.data() + game * kCounted;
            try {
                each_example(games, game, kEverySeat, false, [&](const Example& example) {
                    ++counted[example.state->seat * kExampleKinds +
                              static_cast<std::size_t>(example.kind)];
                });
            } catch (const StoredGameError& error) {
                throw at_game(static_cast<std::int64_t>(game), error.what());
            }
        };
    });
    return counts;
}

}  // namespace mj
