// Python: the odds.
#include "bind/bind.hpp"

void bind_odds(nanobind::module_& /*module*/) {}
