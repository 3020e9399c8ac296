#include "play/player.hpp"

namespace mj {

namespace {

void submit(Game& game, const Answers& answers, Record* record) {
    if (record != nullptr) record->add(game, answers);
    game.submit(answers);
}

}  // namespace

Action ask(const Game& game, int seat, Tactic& tactic) {
    if (!must_decide(game, seat)) return kPassing;
    ActionList list;
    list_legal(game, seat, list);
    return answer_of(game, seat, list, tactic);
}

Action answer_of(const Game& game, int seat, const ActionList& list, Tactic& tactic) {
    if (list.size > 1) tactic.peek(game);
    if (list.size > 1) return tactic.choose(state_of(game, seat), list.all());
    if (tactic.sees_all()) tactic.see(state_of(game, seat));
    return list.of[0];
}

void play_turn(Game& game, const Seats& seats, Record* record) {
    Answers answers;
    for (int seat = 0; seat < kSeats; ++seat) answers[seat] = ask(game, seat, *seats[seat]);
    submit(game, answers, record);
}

Game after_answer(Game game, int seat, const Action& answer, const Seats& seats) {
    Answers answers;
    for (int other = 0; other < kSeats; ++other) {
        answers[other] = other == seat ? answer : ask(game, other, *seats[other]);
    }
    game.submit(answers);
    return game;
}

void play_to_end(Game& game, const Seats& seats, Record* record) {
    while (!game.over()) play_turn(game, seats, record);
}

void advance(Game& game, Record* record) {
    while (!game.over() && deciders(game) == 0) submit(game, Answers{}, record);
}

unsigned deciders(const Game& game) {
    unsigned found = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (must_decide(game, seat)) found |= 1U << static_cast<unsigned>(seat);
    }
    return found;
}

}  // namespace mj
