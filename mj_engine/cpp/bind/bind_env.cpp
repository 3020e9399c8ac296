// Python: the vector table.
#include "bind/table.hpp"

namespace bind {

void bind_env(nanobind::module_& /*module*/) {}

}  // namespace bind
