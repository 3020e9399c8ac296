// The Python module mj_engine._core: one function a part.
#include "bind/bind.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The compiled part of mj_engine.";
    bind_fan(module);
    bind_table(module);
    bind_odds(module);
}
