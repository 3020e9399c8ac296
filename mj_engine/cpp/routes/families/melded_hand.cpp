#include "numbers/melded_hand.hpp"

#include "routes/distance/connection.hpp"
#include "routes/families/families.hpp"

namespace mj {

double melded_hand_distance(const RoutePosition& position, Outlook& outlook) {
    const int melds = position.open_sets();
    const double shanten = outlook.search.distance(position.suits, kSets - melds);
    double bonus = 0;
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) {
        bonus += suit_bonus(suit, position.suits[suit]);
    }
    namespace fit = numbers::melded_hand;
    return (fit::kUnmelded - fit::kMelded * melds + shanten - bonus) / 2;
}

}  // namespace mj
