#include "bind/python/play_plan.hpp"

namespace bind {

std::vector<mj::TacticSpec> specs_of(const Specs& players) {
    std::vector<mj::TacticSpec> specs;
    for (const auto& player : players) {
        if (!player) throw nb::value_error("None is no player");
        specs.push_back(*player);
    }
    if (specs.empty()) throw nb::value_error("no players");
    return specs;
}

const mj::TacticSpec& spec_for_any_decision(const std::shared_ptr<mj::TacticSpec>& player) {
    if (!player) throw nb::value_error("None is no player");
    if (!player->remembers) return *player;
    throw nb::value_error((player->name.substr(0, 80) +
                           " goes by what it saw before: it plays whole games alone here")
                              .c_str());
}

int checked_threads(int threads) {
    if (threads >= 1) return threads;
    throw nb::value_error("at least one thread is needed");
}

mj::Plan plan_of_games(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                       const Winds& winds, const Seating& seatings, const Seeds& seeds,
                       bool records, CommonWalls common_walls) {
    mj::Plan plan{.walls = {}, .players = specs_of(players), .tasks = {}, .records = records};
    const std::size_t games = walls.size();
    if (winds.shape(0) != games || seatings.shape(0) != games || seeds.shape(0) != games) {
        throw nb::value_error(
            "walls, winds, seatings and seeds must be as many as there are games");
    }
    for (std::size_t game = 0; game < games; ++game) {
        const std::uint8_t wind = winds.data()[game];
        const bool common = !common_walls.empty() && common_walls[game] != 0;
        const std::string what = "wall " + std::to_string(game) + ": ";
        plan.walls.push_back(wall_of(walls[game], wind, what, common));
        mj::Task task{static_cast<std::uint32_t>(game), wind, {}, {}, common};
        for (std::size_t seat = 0; seat < mj::kSeats; ++seat) {
            task.players[seat] = seatings.data()[game * mj::kSeats + seat];
            task.seeds[seat] = seeds.data()[game * mj::kSeats + seat];
            if (task.players[seat] < plan.players.size()) continue;
            throw nb::value_error(("game " + std::to_string(game) + ": no such player").c_str());
        }
        plan.tasks.push_back(task);
    }
    return plan;
}

}  // namespace bind
