// The Python module mj_engine._core, bound by one function per topic.
#include <cstdlib>

#include "bind/python/bind.hpp"

// NOLINTNEXTLINE(bugprone-signed-bitwise,misc-use-anonymous-namespace)  what nanobind expands to
NB_MODULE(_core, module) {
    module.doc() = "The compiled part of mj_engine.";
    // If the process ends while a thread is playing, that thread's objects stay alive. This is not
    // a leak, so no warning on stderr, except in tests, which set this variable.
    nanobind::set_leak_warnings(std::getenv("MJ_ENGINE_LEAKS") != nullptr);
    bind_fan(module);
    bind_table(module);
    bind_odds(module);
    bind_routes(module);
    bind_features(module);
    bind_learned(module);
    bind_expectimax(module);
    bind_nets(module);
    bind_records(module);
    bind_review(module);
    bind_session(module);
    bind_why(module);
}
