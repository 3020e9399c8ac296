#include "fan/exclusion.hpp"

#include <initializer_list>

namespace mj::fan {

namespace {

// A fan and those it implies, padded with kEnd.
constexpr Fan kEnd = Fan::FlowerTiles;
constexpr int kMostImplied = 8;

struct Rule {
    Fan fan;
    std::array<Fan, kMostImplied> implied;
};

constexpr Rule rule(Fan fan, std::initializer_list<Fan> implied) {
    Rule made{fan, {}};
    made.implied.fill(kEnd);
    int place = 0;
    for (const Fan each : implied) made.implied[place++] = each;
    return made;
}

using enum Fan;

constexpr std::array kRules{
    rule(BigFourWinds, {AllPungs, PrevalentWind, SeatWind}),
    rule(AllGreen, {HalfFlush, OneVoidedSuit}),
    rule(NineGates, {FullFlush, FullyConcealedHand, ConcealedHand, NoHonors}),
    rule(FourKongs, {AllPungs, SingleWait}),
    rule(SevenShiftedPairs, {SevenPairs, FullFlush, FullyConcealedHand, ConcealedHand, NoHonors}),
    rule(ThirteenOrphans, {AllTypes, AllTerminalsAndHonors, FullyConcealedHand, ConcealedHand}),
    rule(AllTerminals, {AllPungs, OutsideHand, PungOfTerminalsOrHonors, DoublePung, NoHonors}),
    rule(AllHonors, {AllPungs, OutsideHand, PungOfTerminalsOrHonors}),
    rule(FourConcealedPungs, {AllPungs, FullyConcealedHand, ConcealedHand}),
    rule(PureTerminalChows, {FullFlush, AllChows, NoHonors}),
    rule(QuadrupleChow, {TileHog}),
    rule(FourPureShiftedPungs, {AllPungs}),
    rule(AllTerminalsAndHonors, {AllPungs, OutsideHand, PungOfTerminalsOrHonors}),
    rule(SevenPairs, {FullyConcealedHand, ConcealedHand}),
    rule(GreaterHonorsAndKnitted, {AllTypes, FullyConcealedHand, ConcealedHand}),
    rule(LesserHonorsAndKnitted, {AllTypes, FullyConcealedHand, ConcealedHand}),
    rule(AllEvenPungs, {AllSimples, NoHonors}),
    rule(FullFlush, {NoHonors}),
    rule(UpperTiles, {NoHonors}),
    rule(MiddleTiles, {AllSimples, NoHonors}),
    rule(LowerTiles, {NoHonors}),
    rule(ThreeSuitedTerminalChows, {AllChows, NoHonors}),
    rule(AllFive, {AllSimples, NoHonors}),
    rule(UpperFour, {NoHonors}),
    rule(LowerFour, {NoHonors}),
    rule(ReversibleTiles, {OneVoidedSuit}),
    rule(LastTileDraw, {SelfDrawn}),
    rule(OutWithReplacement, {SelfDrawn}),
    rule(RobbingTheKong, {LastTile}),
    rule(MeldedHand, {SingleWait}),
    rule(TwoConcealedKongs, {TwoConcealedPungs}),
    rule(AllChows, {NoHonors}),
    rule(AllSimples, {NoHonors}),
};

}  // namespace

void drop_implied(Tally& tally) {
    const Tally before = tally;
    for (const Rule& rule : kRules) {
        if (!before.has(rule.fan)) continue;
        for (const Fan implied : rule.implied) {
            if (implied == kEnd) break;
            tally.drop(implied);
        }
    }
    // If Fully Concealed Hand is dropped, the self-draw still counts.
    if (before.has(FullyConcealedHand) && !tally.has(FullyConcealedHand) &&
        !before.has(LastTileDraw) && !before.has(OutWithReplacement)) {
        tally.add(SelfDrawn);
    }
}

}  // namespace mj::fan
