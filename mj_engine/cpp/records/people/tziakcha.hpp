// tziakcha (雀渣): hands as its pages fetch them, packed or not.
// Its twin: mj_lab/records/formats/people/tziakcha.py.
#pragma once

#include "records/played_hand.hpp"

namespace mj {

// Whether a JSON record is a hand of tziakcha: as it is fetched, unpacked, or its steps.
bool is_tziakcha_hand(const JsonValue& record);

// The hand in a record; belongs: the name of its match, if the record does not say it; hands: of
// the match, 0 if not known.
PlayedHand tziakcha_hand(const JsonValue& record, const std::string& belongs, int hands,
                         Trouble& trouble);

}  // namespace mj
