// Salasasa (open_mahjong): whole matches, hand by hand.
// Its twin: mj_lab/records/formats/people/salasasa.py.
#pragma once

#include <map>
#include <memory>

#include "records/played_hand.hpp"

namespace mj {

class SalasasaMatch {
  public:
    // Whether a JSON record is a match of Salasasa, or an answer with one in it.
    static bool is_one(const JsonValue& record);

    // Says what is wrong if it is no match, or of a rule that is not ours. The record has to stay
    // where it is.
    SalasasaMatch(const JsonValue& record, Trouble& trouble);

    // Its hands by their numbers, from 1 on.
    [[nodiscard]] const std::map<int, const JsonValue*>& hands() const { return hands_; }

    // One hand. Says what is wrong if it is no hand.
    PlayedHand hand(int number, Trouble& trouble) const;

  private:
    void read_rounds(const JsonValue& rounds, Trouble& trouble);
    [[nodiscard]] std::optional<MatchPlace> place_of(int number, int current,
                                                     const std::array<int, kSeats>& players,
                                                     Trouble& trouble) const;
    [[nodiscard]] std::optional<std::array<int, kSeats>> totals_before(int number, int current,
                                                                       Trouble& trouble) const;

    std::vector<std::unique_ptr<JsonValue>> kept_;  // what texts in it were
    const JsonValue* title_ = nullptr;
    std::map<int, const JsonValue*> hands_;
    std::string name_;
    std::int64_t began_ = 0;
};

}  // namespace mj
