#include "review/sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "core/json.hpp"
#include "review/reviewed_games.hpp"

namespace mj {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The samples of a mean, by game index.
using ByGame = std::map<int, Sums>;

void add(const Sums& more, Sums& to) {
    for (std::size_t sum = 0; sum < to.size(); ++sum) to[sum] += more[sum];
}

// -- figures: ratios of two sums ------------------------------------------------------------------

// stated: if all games came out alike, no error is given.
struct Figure {
    std::string_view name;
    std::size_t sum, size;
    bool stated = false;
};

constexpr Figure kLostPerDecision{"lost_per_decision", sum::Lost, sum::Decisions};
constexpr std::array kFigures{Figure{"lost_per_game", sum::Lost, sum::Seats},
                              Figure{"mistakes_per_100", sum::Grave, sum::Decisions},
                              Figure{"luck_per_game", sum::Luck, sum::Scored},
                              Figure{"score_per_game", sum::Score, sum::Scored}};
constexpr std::array kStyle{Figure{"win_rate", sum::Wins, sum::Hands, true},
                            Figure{"deal_in_rate", sum::DealIns, sum::Hands, true},
                            Figure{"self_drawn_share", sum::SelfDrawn, sum::Wins, true},
                            Figure{"mean_fan", sum::Fan, sum::Wins, true},
                            Figure{"win_turn", sum::WinTurns, sum::Wins, true},
                            Figure{"claims", sum::Claims, sum::Hands, true},
                            Figure{"first_claim_turn", sum::FirstClaims, sum::Opened, true}};

// NaN if not available.
struct Mean {
    double mean, error;
    std::size_t draws;
};

// The sum of `of` over all games.
double total_of(const ByGame& games, const auto& of) {
    long double all = 0;
    for (const auto& [_, game] : games) all += static_cast<double>(of(game));
    return static_cast<double>(all);
}

double total(const ByGame& games, std::size_t sum) {
    return total_of(games, [&](const Sums& game) { return game[sum]; });
}

// A game's deviation from the mean.
double apart(const Sums& game, const Figure& of, double mean) {
    return static_cast<double>(game[of.sum]) - mean * static_cast<double>(game[of.size]);
}

// With the standard error of the ratio estimator (Cochran, Sampling Techniques, section 6.4); for a
// single game it is NaN.
Mean mean_of(const ByGame& games, const Figure& of) {
    const double size = total(games, of.size);
    if (size == 0) return {kNone, kNone, games.size()};
    const auto count = static_cast<double>(games.size());
    const double mean = total(games, of.sum) / size;
    const double squares =
        total_of(games, [&](const Sums& game) { return std::pow(apart(game, of, mean), 2); });
    const double error = std::sqrt(squares * count / (count - 1)) / size;
    return {mean, of.stated && error == 0 ? kNone : error, games.size()};
}

void write_mean(std::string_view name, const Mean& mean, Json& json) {
    json.key(name).open('{').key("mean").number(mean.mean).key("error").number(mean.error);
    json.key("draws").number(mean.draws).close('}');
}

void write_count(std::string_view name, const ByGame& games, std::size_t sum, Json& json) {
    json.key(name).number(static_cast<int>(total(games, sum)));
}

void write_means(const ByGame& games, std::span<const Figure> figures, Json& json) {
    for (const Figure& one : figures) write_mean(one.name, mean_of(games, one), json);
}

// -- a seat ---------------------------------------------------------------------------------------

// Rounds as Python does; never -0.0.
void write_rounded(double value, Json& json) {
    constexpr int kDigits = 4;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", kDigits, value);
    json.number(std::strtod(text.data(), nullptr) + 0.0);
}

void write_rounded(std::string_view name, double value, Json& json) {
    write_rounded(value, json.key(name));
}

double lost_in(const Seat& seat) {
    double lost = 0;
    for (const Judged& one : seat.answers) lost += one.lost;
    return lost;
}

Sums sums_of(const Seat& seat) {
    Sums sums{};
    sums[sum::Seats] = 1;
    for (const Judged& one : seat.answers) {
        ++sums[sum::Decisions];
        sums[sum::Lost] += one.lost;
        sums[sum::Grave] += one.grade > 0 ? 100 : 0;
        if (one.kind >= 0) sums[sum::OfKinds + static_cast<std::size_t>(one.kind)] += one.lost;
    }
    if (std::isnan(seat.score)) return sums;
    sums[sum::Scored] = 1;
    sums[sum::Score] = seat.score;
    sums[sum::Luck] = seat.score + lost_in(seat);
    return sums;
}

// The indexes of the answers that lost most, the worst first; none with a loss of zero.
template <typename Answer>
std::vector<int> worst_of(const std::vector<Answer>& answers, const auto& lost) {
    std::vector<int> worst;
    for (std::size_t place = 0; place < answers.size(); ++place) {
        if (lost(answers[place]) > 0) worst.push_back(static_cast<int>(place));
    }
    std::ranges::stable_sort(worst, std::greater(),
                             [&](int place) { return lost(answers[place]); });
    if (worst.size() > kWorst) worst.resize(kWorst);
    return worst;
}

// The points that a seat did not cause: the expected points of the first hand, then all changes
// except its own losses. They and the points lost add up to the score; `total` excludes the losses.
void write_luck(const Seat& seat, Json& json) {
    constexpr std::array<std::string_view, 5> kNames{"deal", "draws", "others", "end", "total"};
    std::array<double, 5> luck{0, 0, 0, seat.score, seat.score + lost_in(seat)};
    double expected = 0;
    for (const Judged& one : seat.answers) {
        const bool first = &one == seat.answers.data();
        const std::size_t later = one.own_draw ? 1 : 2;
        luck[first ? 0 : later] += one.expected_score - expected;
        expected = one.expected_score - one.lost;
    }
    luck[3] -= expected;
    json.key("luck").open('{');
    for (std::size_t part = 0; part < luck.size(); ++part) {
        write_rounded(kNames[part], luck[part], json);
    }
    json.close('}');
}

void write_kinds(const Seat& seat, Json& json) {
    json.key("kinds").open('{');
    for (int kind = 0; kind < kLossKinds; ++kind) {
        Seat of_kind{seat};
        std::erase_if(of_kind.answers, [&](const auto& one) { return one.kind != kind; });
        const auto grave =
            std::ranges::count_if(of_kind.answers, [](const auto& one) { return one.grade >= 0; });
        json.key(kLossKindNames[kind]).open('{').key("differ");
        json.number(of_kind.answers.size()).key("mistakes").number(grave);
        write_rounded("points_lost", lost_in(of_kind), json);
        json.close('}');
    }
    json.close('}');
}

void write_seat(const Seat& seat, Json& json) {
    const auto count = static_cast<double>(seat.answers.size());
    const double lost = lost_in(seat);
    json.open('{');
    write_rounded("points_lost", lost, json);
    write_rounded("lost_per_decision", lost / count, json);
    write_rounded("accuracy", accuracy_of(lost / count), json);
    json.key("grades").open('{');
    for (std::size_t grade = 0; grade < kGradeNames.size(); ++grade) {
        json.key(kGradeNames[grade]);
        json.number(std::ranges::count(seat.answers, grade, &Judged::grade));
    }
    const auto worst = worst_of(seat.answers, [](const auto& one) { return one.lost; });
    json.close('}').key("worst").list(worst, [&](int place) { json.number(place); });
    write_kinds(seat, json);
    write_luck(seat, json);
    json.key("curve").list(seat.answers, [&](const Judged& one) {
        json.open('[').number(static_cast<int>(one.turn));
        write_rounded(one.win_chance, json);
        write_rounded(one.expected_score, json);
        json.number(one.lost).close(']');
    });
    json.close('}');
}

// -- many games -----------------------------------------------------------------------------------

// How seats played in whole games; the seats of one game are one sample.
struct Style {
    using FanCount = std::pair<std::string_view, int>;

    void add(int game, int seat, const Hand& hand) {
        mj::add(hand.deeds[seat], games[game]);
        if (seat != hand.winner || hand.main_fan.empty()) return;
        auto known = std::ranges::find(fans, hand.main_fan, &FanCount::first);
        if (known == fans.end()) known = fans.insert(known, {hand.main_fan, 0});
        ++known->second;
    }

    void write(std::string_view name, Json& json) {
        json.key(name);
        if (games.empty()) {
            json.null();
            return;
        }
        write_count("hands", games, sum::Hands, json.open('{'));
        write_count("wins", games, sum::Wins, json);
        write_means(games, kStyle, json);
        std::ranges::stable_sort(fans, std::greater(), &FanCount::second);
        json.key("main_fans").open('{');
        for (const auto& [fan, count] : fans) json.key(fan).number(count);
        json.close('}').close('}');
    }

    ByGame games;
    std::vector<FanCount> fans;  // in order of appearance
};

// An answer by its indexes, and its loss.
struct Placed {
    int game, seat, answer;
    double lost;
};

struct Player {
    void add(int game, int place, const Seat& seat) {
        mj::add(sums_of(seat), games[game]);
        for (std::size_t answer = 0; answer < seat.answers.size(); ++answer) {
            answers.push_back({game, place, static_cast<int>(answer), seat.answers[answer].lost});
        }
    }

    ByGame games;
    std::vector<Placed> answers;
    Style style, same_walls;
};

// How much more a player loses per decision than another. A game with both is one sample. The error
// uses the sample size of the player with fewer games.
Mean more_lost(const Player& player, const Player& than) {
    const std::size_t fewest = std::min(player.games.size(), than.games.size());
    ByGame shares;
    const auto share = [&](const ByGame& games, double sign) {
        const double mean = mean_of(games, kLostPerDecision).mean;
        const auto count = static_cast<double>(games.size());
        const double scale =
            sign * std::sqrt(count / std::max(1.0, count - 1)) / total(games, sum::Decisions);
        for (const auto& [game, sums] : games) {
            shares[game][sum::Lost] += scale * apart(sums, kLostPerDecision, mean);
        }
        return sign * mean;
    };
    const double mean = share(player.games, 1) + share(than.games, -1);
    const double squares =
        total_of(shares, [](const Sums& game) { return std::pow(game[sum::Lost], 2); });
    return {mean, fewest < 2 ? kNone : std::sqrt(squares), fewest};
}

void write_player(int number, Player& player, const Player& first, Json& json) {
    const ByGame& games = player.games;
    const Mean lost = mean_of(games, kLostPerDecision);
    const double accuracy = accuracy_of(lost.mean);
    json.open('{').key("player").number(number);
    json.key("matches").number(games.size());
    write_count("games", games, sum::Seats, json);
    write_count("decisions", games, sum::Decisions, json);
    write_mean(kLostPerDecision.name, lost, json);
    write_means(games, kFigures, json);
    write_mean("accuracy",
               {accuracy, accuracy * std::numbers::ln2 / kHalving * lost.error, lost.draws}, json);
    json.key("kinds").open('{');
    for (std::size_t kind = 0; kind < kLossKinds; ++kind) {
        const Figure figure{kLossKindNames[kind], sum::OfKinds + kind, sum::Seats, true};
        write_mean(figure.name, mean_of(games, figure), json);
    }
    json.close('}');
    player.style.write("style", json);
    player.same_walls.write("same_walls", json);
    const auto worst = worst_of(player.answers, [](const Placed& one) { return one.lost; });
    json.key("worst").list(worst, [&](int place) {
        const Placed& one = player.answers[place];
        json.open('[').number(one.game).number(one.seat).number(one.answer).close(']');
    });
    write_mean("loses_more", more_lost(player, first), json);
    json.close('}');
}

void write_players(const std::vector<ReviewedGame>& games, Json& json) {
    std::map<int, Player> players;
    Style style;
    for (int game = 0; game < static_cast<int>(games.size()); ++game) {
        const auto& [seats, hands] = games[game];
        for (int place = 0; place < static_cast<int>(seats.size()); ++place) {
            const Seat& seat = seats[place];
            Player& player = players[seat.player];
            player.add(game, place, seat);
            if (hands.empty()) continue;
            player.style.add(game, seat.seat, hands.front());
            style.add(game, seat.seat, hands.front());
            if (hands.size() > 1) player.same_walls.add(game, seat.seat, hands.back());
        }
    }
    std::vector<std::pair<double, int>> order;
    for (const auto& [number, player] : players) {
        const double lost = mean_of(player.games, kLostPerDecision).mean;
        order.emplace_back(std::isnan(lost) ? 0.0 : lost, number);
    }
    std::ranges::sort(order);
    json.key("players").list(order, [&](const auto& one) {
        write_player(one.second, players[one.second], players[order.front().second], json);
    });
    style.write("style", json);
}

}  // namespace

double accuracy_of(double lost) { return 100 * std::pow(2.0, -lost / kHalving); }

Expected<std::string> sums_of(std::span<const double> numbers,
                              std::span<const std::string_view> texts) {
    const auto found = reviewed_games(numbers, texts);
    if (!found) return found.fault();
    const auto& games = *found;
    Json json;
    json.open('{').key("seats").list(games, [&](const ReviewedGame& game) {
        json.list(game.seats, [&](const Seat& seat) { write_seat(seat, json); });
    });
    write_players(games, json);
    return json.close('}').take();
}

}  // namespace mj
