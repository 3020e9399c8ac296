// Python: the table.
#include "bind/bind.hpp"

void bind_table(nanobind::module_& /*module*/) {}
