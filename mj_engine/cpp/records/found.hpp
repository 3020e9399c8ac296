// Found: the hands in a file of records in JSON, whatever its format: our own lines, Botzone's
// logs, tziakcha, Salasasa.
// Its twins: mj_lab/records/archives.py, json_lines.py, formats/people/found.py.
#pragma once

#include "records/match.hpp"

namespace mj {

// A hand, or what is wrong with one of several that may be spoilt; its place, for a person.
struct FoundHand {
    std::string place;
    Expected<MatchOnRecord> match;
};

// The hands in one record; many: whether it is a match of several, whose hands are read one by one.
struct FoundHands {
    std::vector<FoundHand> hands;
    bool of_many = false;
};

// The hands of a JSON record. place: of the record, for a person.
FoundHands hands_in(const JsonValue& record, const std::string& place);

struct ReadHand {
    std::string place;
    MatchOnRecord match;
};

// Hands of a match of several that cannot be read are left out, and `skipped` says why.
struct ReadFile {
    std::vector<ReadHand> hands;
    std::vector<std::string> skipped;
};

// The hands of a whole file, in the order of its records: one JSON value, a list, or one value a
// line. name: the file's, for a person. most: hands that it may hold. Says the place of what is
// wrong where the file cannot be read.
Expected<ReadFile> read_file(std::string_view text, const std::string& name, std::size_t most);

}  // namespace mj
