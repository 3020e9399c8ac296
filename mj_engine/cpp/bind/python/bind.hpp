// What the parts of the Python module declare to each other.
#pragma once

#include <nanobind/nanobind.h>

void bind_table(nanobind::module_& module);
void bind_fan(nanobind::module_& module);
void bind_odds(nanobind::module_& module);
void bind_routes(nanobind::module_& module);
void bind_features(nanobind::module_& module);
void bind_learned(nanobind::module_& module);
void bind_expectimax(nanobind::module_& module);
void bind_nets(nanobind::module_& module);
void bind_records(nanobind::module_& module);
void bind_review(nanobind::module_& module);
void bind_session(nanobind::module_& module);
void bind_why(nanobind::module_& module);
