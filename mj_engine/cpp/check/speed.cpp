// Plays games of a native tactic on walls of a seed and says how many a second: for profilers.
// Usage: speed random|greedy GAMES THREADS
#include <chrono>
#include <iostream>
#include <numeric>

#include "core/rng.hpp"
#include "play/many.hpp"
#include "tactics/greedy.hpp"
#include "tactics/random.hpp"

// NOLINTNEXTLINE(misc-const-correctness)  main is declared so
int main(int count, char** words) {
    const std::string name = count > 1 ? words[1] : "random";
    const int games = count > 2 ? std::stoi(words[2]) : 1000;
    const int threads = count > 3 ? std::stoi(words[3]) : 1;
    mj::Plan plan;
    plan.players.push_back({name, [&]() -> std::unique_ptr<mj::Tactic> {
                                if (name == "greedy") return std::make_unique<mj::Greedy>();
                                return std::make_unique<mj::Random>();
                            }});
    for (int number = 0; number < games; ++number) {
        std::vector<mj::Tile> wall(mj::kTileKinds * mj::kCopies);
        for (std::size_t place = 0; place < wall.size(); ++place) {
            wall[place] = static_cast<mj::Tile>(place / mj::kCopies);
        }
        mj::Rng(mj::seed_of(1, number)).shuffle(std::span(wall));
        plan.walls.push_back(wall);
        const auto place = static_cast<std::uint32_t>(number);
        plan.tasks.push_back({place, static_cast<std::uint8_t>(number % mj::kSeats), {}, {place}});
    }
    const auto start = std::chrono::steady_clock::now();
    const auto outcomes = mj::play_many(plan, threads);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::array<int, 4> scores{};
    int wins = 0;
    for (const auto& outcome : outcomes) {
        for (int seat = 0; seat < mj::kSeats; ++seat) scores[seat] += outcome.scores[seat];
        wins += static_cast<int>(outcome.result.verdict == mj::Verdict::Hu);
    }
    std::cout << games / seconds.count() << " games/s, " << wins << " wins, scores " << scores[0]
              << ' ' << scores[1] << ' ' << scores[2] << ' ' << scores[3] << '\n';
}
