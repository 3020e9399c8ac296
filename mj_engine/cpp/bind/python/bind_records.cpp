// Python: records of games in other formats, as lines of our own.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/python/bind.hpp"
#include "core/inflate.hpp"
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
    for (const auto& hand : found->hands) lines.push_back(mj::line_of(hand.match));
    return {lines, found->skipped};
}

std::string disagreement(std::string_view line) {
    const auto found = mj::read_file(line, "line", 1);
    if (!found) throw nb::value_error(found.fault().text.c_str());
    return mj::disagreement(found->hands.front().match).value_or("");
}

nb::object inflated(const nb::bytes& packed, std::size_t most) {
    const auto found = mj::inflated({packed.c_str(), packed.size()}, most);
    if (!found) return nb::none();
    return nb::bytes(found->data(), found->size());
}

}  // namespace

void bind_records(nb::module_& module) {
    module.def(
        "read_records", &read_records, "text"_a, "name"_a, "most"_a,
        "The games of a file of records in JSON, whatever its format: a line of mj_lab's for "
        "each, and what is wrong with hands of a match that cannot be read. name: of the "
        "file. most: games that it may hold. Raises ValueError, one line with the place, for "
        "a file that cannot be read.");
    module.def("disagreement", &disagreement, "line"_a,
               "Where the table departs from a recorded game, a line of JSON; nothing if it does "
               "not. Raises ValueError for what is no game.");
    module.def("inflated", &inflated, "packed"_a, "most"_a,
               nb::sig("def inflated(packed: bytes, most: int) -> bytes | None"),
               "What a zlib stream holds, `most` bytes at most; None if it is no zlib stream, "
               "breaks off or holds more.");
}
