// Python bindings: the table, native players and what is played with them.
#include "bind/python/bind.hpp"
#include "bind/python/table.hpp"

void bind_table(nanobind::module_& module) {
    bind::bind_result(module);
    bind::bind_observation(module);
    bind::bind_game(module);
    bind::bind_play(module);
    bind::bind_env(module);
    bind::bind_open_games(module);
    bind::bind_dataset(module);
    bind::bind_advantages(module);
    bind::bind_fit(module);
}
