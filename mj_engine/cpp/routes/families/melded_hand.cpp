#include "routes/distance/connection.hpp"
#include "routes/families/families.hpp"

namespace mj {

double melded_hand_distance(const RoutePosition& position, Outlook& outlook) {
    const RouteNumbers& numbers = outlook.numbers;
    const int melds = position.open_sets();
    const double shanten = outlook.search.distance(position.suits, kSets - melds);
    double bonus = 0;
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) {
        bonus += suit_bonus(numbers.connection, suit, position.suits[suit]);
    }
    const MeldedHandFit& fit = numbers.melded_hand;
    return (fit.unmelded - fit.melded * melds + shanten - bonus) / 2;
}

}  // namespace mj
