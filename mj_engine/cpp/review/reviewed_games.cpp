#include "review/reviewed_games.hpp"

#include <algorithm>

#include "table/request.hpp"

namespace mj {

namespace {

constexpr int kMostPlayers = 1'000'000;
constexpr std::string_view kFlowerTiles = "花牌";

// Reads numbers and texts one after another; 0 after the last.
class Taken {
  public:
    Taken(std::span<const double> numbers, std::span<const std::string_view> texts)
        : numbers_(numbers), texts_(texts) {}

    [[nodiscard]] bool more() const { return !numbers_.empty(); }

    double number() {
        if (numbers_.empty()) return 0;
        const double found = numbers_.front();
        numbers_ = numbers_.subspan(1);
        return found;
    }

    // An integer from 0 to `end` - 1; anything else is read as 0.
    int whole(std::size_t end) {
        const double found = number();
        return found >= 0 && found < static_cast<double>(end) ? static_cast<int>(found) : 0;
    }

    // Reads a count, then calls `one` that many times.
    template <typename One>
    auto several(const One& one) {
        std::vector<decltype(one())> all;
        for (int left = whole(numbers_.size() + 1); left > 0; --left) all.push_back(one());
        return all;
    }

    // Reads a count, then that many texts.
    std::span<const std::string_view> texts() {
        const auto found = texts_.first(whole(texts_.size() + 1));
        texts_ = texts_.subspan(found.size());
        return found;
    }

  private:
    std::span<const double> numbers_;
    std::span<const std::string_view> texts_;
};

// From the requests to seat 0. winner: kSeats if nobody won; fan: the win's.
Expected<std::array<Sums, kSeats>> deeds_of(std::span<const std::string_view> requests, int winner,
                                            double fan) {
    using enum EventKind;
    std::array<Sums, kSeats> deeds{};
    std::array<int, kSeats> discards{};
    Event last;
    for (const std::string_view text : requests) {
        const auto request = request_of(text, 0);
        if (!request) return request.fault();
        const Event& event = request->event;
        if (event.kind == Start || event.kind == Deal) continue;
        Sums& sums = deeds[event.seat];
        const bool own_turn = last.kind == Draw && last.seat == event.seat;
        if (event.kind == Chi || event.kind == Peng || (event.kind == Gang && !own_turn)) {
            if (sums[sum::Claims] == 0) sums[sum::FirstClaims] = discards[event.seat];
            sums[sum::Opened] = 1;
            ++sums[sum::Claims];
        }
        discards[event.seat] += event.discards() ? 1 : 0;
        last = event;
    }
    for (Sums& sums : deeds) sums[sum::Hands] = 1;
    if (winner == kSeats) return deeds;
    deeds[winner][sum::Wins] = 1;
    deeds[winner][sum::Fan] = fan;
    deeds[winner][sum::WinTurns] = discards[winner];
    deeds[last.seat][last.seat == winner ? sum::SelfDrawn : sum::DealIns] = 1;
    return deeds;
}

Judged answer_in(Taken& taken) {
    return {.turn = taken.number(),
            .win_chance = taken.number(),
            .expected_score = taken.number(),
            .lost = taken.number(),
            .own_draw = taken.number() != 0,
            .kind = std::min(taken.number(), kLossKinds - 1.0),
            .grade = taken.number()};
}

Seat seat_in(Taken& taken) {
    return {.seat = taken.whole(kSeats),
            .player = taken.whole(kMostPlayers),
            .score = taken.number(),
            .answers = taken.several([&] { return answer_in(taken); })};
}

Expected<Hand> hand_in(Taken& taken) {
    Hand hand{.winner = taken.whole(kSeats + 1), .deeds = {}, .main_fan = {}};
    const double fan = taken.number();
    const auto deeds = deeds_of(taken.texts(), hand.winner, fan);
    if (!deeds) return deeds.fault();
    hand.deeds = *deeds;
    double most = 0;
    for (const std::string_view name : taken.texts()) {
        const double value = taken.number();
        if (name == kFlowerTiles || value <= most) continue;
        most = value;
        hand.main_fan = name;
    }
    return hand;
}

}  // namespace

Expected<std::vector<ReviewedGame>> reviewed_games(std::span<const double> numbers,
                                                   std::span<const std::string_view> texts) {
    Taken taken(numbers, texts);
    std::vector<ReviewedGame> games;
    while (taken.more()) {
        auto& [seats, hands] = games.emplace_back();
        seats = taken.several([&] { return seat_in(taken); });
        for (auto& hand : taken.several([&] { return hand_in(taken); })) {
            if (!hand) return hand.fault();
            hands.push_back(*hand);
        }
    }
    return games;
}

}  // namespace mj
