// Table: a game for Python, with a record of its turns.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <vector>

#include "play/session.hpp"
#include "table/record.hpp"

namespace bind {

struct Table {
    mj::Session session;
    mj::Record record;

    Table() = default;
    Table(nanobind::handle wall, int prevalent_wind, bool common_wall);

    [[nodiscard]] const mj::Game& game() const { return session.game; }

    // The four answers as text; an object with a `verdict` stands for a missing one.
    void submit(const nanobind::sequence& replies);
    void advance() {
        if (session.open == 0) session.advance(&record);
    }
    void play(nanobind::handle action, int seat);
    [[nodiscard]] std::string line(const std::string& id,
                                   const std::vector<std::string>& players) const;

    // All of it as sealed bytes, and back; raises ValueError for others.
    [[nodiscard]] nanobind::bytes sealed() const;
    static Table of_sealed(const nanobind::bytes& state);
};

// Lines of a win: (name, times, value of one).
using Fans =
    nanobind::typed<nanobind::tuple, nanobind::typed<nanobind::tuple, nanobind::str, int, int>,
                    nanobind::ellipsis>;

// The judge's result of a game.
struct GameResult {
    mj::Result result;

    // Total with flowers; of a wrong win its fan, or -3 without a winning hand.
    [[nodiscard]] std::optional<int> fan() const;
    // Those of the win: (name, times, value of one), by the judge's names.
    [[nodiscard]] Fans fans() const;
};

void bind_result(const nanobind::module_& module);
void bind_observation(const nanobind::module_& module);
void bind_game(nanobind::module_& module);
void bind_play(nanobind::module_& module);
void bind_env(nanobind::module_& module);
void bind_open_games(nanobind::module_& module);
void bind_dataset(nanobind::module_& module);
void bind_advantages(nanobind::module_& module);
void bind_fit(nanobind::module_& module);

}  // namespace bind
