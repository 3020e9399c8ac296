#include "env/scalars.hpp"

namespace mj {

Scalars scalars_of(const GameState& state) {
    Scalars scalars{state.seat,
                    state.prevalent_wind,
                    static_cast<std::uint8_t>(state.decision),
                    state.drawn,
                    state.offered,
                    static_cast<std::uint8_t>((state.turn - state.seat + kSeats) % kSeats)};
    constexpr std::size_t kWalls = 6;
    constexpr std::size_t kFlowers = kWalls + kSeats;
    for (std::size_t step = 0; step < kSeats; ++step) {
        const std::size_t seat = (state.seat + step) % kSeats;
        scalars[kWalls + step] = state.walls[seat];
        scalars[kFlowers + step] = state.flowers[seat];
    }
    scalars[kFlowers + kSeats] = static_cast<std::uint8_t>(state.replacing);
    scalars[kFlowers + kSeats + 1] = static_cast<std::uint8_t>(state.wall_last());
    return scalars;
}

}  // namespace mj
