#include "advantages/play_on.hpp"

namespace mj {

PlayedOn play_on(Game& game, int seat, int draws, Luck luck, const Seats& seats,
                 bool with_summaries) {
    Answers answers;
    for (int drawn = 0; !game.over(); game.submit(answers)) {
        for (int other = 0; other < kSeats; ++other) {
            answers[other] = other == seat ? kPassing : ask(game, other, *seats[other]);
        }
        if (!must_decide(game, seat)) continue;
        ActionList list;
        list_legal(game, seat, list);
        const GameState state = state_of(game, seat);
        const bool draws_tile = state.decision == Decision::OwnDraw;
        if (draws_tile) luck.draw(game, state.drawn);
        answers[seat] = list.of[0];
        if (list.of[0].kind == ActionKind::Hu) continue;
        const bool stops = draws_tile && draws > 0 && ++drawn >= draws;
        if (!stops && list.size == 1) continue;
        Valued valued = valued_by(*seats[seat], state, list.all(), stops && with_summaries);
        if (stops) return {valued.expected, luck.whole(), Cut{state, std::move(valued)}};
        luck.expect(valued, valued.taken);
        answers[seat] = valued.all[valued.taken].action;
    }
    return {static_cast<double>(game.scores[seat]), luck.whole(), std::nullopt};
}

}  // namespace mj
