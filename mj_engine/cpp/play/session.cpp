#include "play/session.hpp"

namespace mj {

namespace {

constexpr std::uint8_t bit_of_seat(int seat) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(seat));
}

}  // namespace

void Session::ask_again() {
    answers = Answers{};
    open = static_cast<std::uint8_t>(deciders(game));
}

void Session::advance(Record* record) {
    mj::advance(game, record);
    ask_again();
}

int Session::to_move() const {
    for (int step = 0; step < kSeats; ++step) {
        const int seat = (game.turn + step) % kSeats;
        if ((open & bit_of_seat(seat)) != 0) return seat;
    }
    return -1;
}

void Session::play(int seat, const Action& action, Record* record) {
    answers[seat] = action;
    open &= static_cast<std::uint8_t>(~bit_of_seat(seat));
    if (open != 0) return;
    if (record != nullptr) record->add(game, answers);
    game.submit(answers);
    advance(record);
}

}  // namespace mj
