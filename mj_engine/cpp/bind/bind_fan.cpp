// Python: the fan.
#include "bind/bind.hpp"

void bind_fan(nanobind::module_& /*module*/) {}
