// Python: records of games in other formats, as lines of our own.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/python/bind.hpp"
#include "records/found.hpp"
#include "records/judged.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Lines = std::vector<std::string>;

std::pair<Lines, Lines> read_records(std::string_view text, const std::string& name,
                                     std::size_t most) {
    const auto found = mj::read_file(text, name, most);
    if (!found) throw nb::value_error(found.fault().text.c_str());
    Lines lines;
    for (const auto& match : found->matches) lines.push_back(mj::line_of(match));
    return {lines, found->skipped};
}

std::string disagreement(std::string_view line) {
    const auto found = mj::read_file(line, "line", 1);
    if (!found) throw nb::value_error(found.fault().text.c_str());
    return mj::disagreement(found->matches.front()).value_or("");
}

}  // namespace

void bind_records(nb::module_& module) {
    module.def("read_records", &read_records, "text"_a, "name"_a, "most"_a,
               "The games of a file of records in JSON, whatever its format: a line of mj_lab's for "
               "each, and what is wrong with hands of a match that cannot be read. name: of the "
               "file. most: games that it may hold. Raises ValueError, one line with the place, for "
               "a file that cannot be read.");
    module.def("disagreement", &disagreement, "line"_a,
               "Where the table departs from a recorded game, a line of JSON; nothing if it does "
               "not. Raises ValueError for what is no game.");
}
