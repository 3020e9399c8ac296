#include "env/scalars.hpp"

namespace mj {

Scalars scalars_of(const View& view) {
    Scalars scalars{view.seat,
                    view.prevalent_wind,
                    static_cast<std::uint8_t>(view.decision),
                    view.drawn,
                    view.offered,
                    static_cast<std::uint8_t>((view.turn - view.seat + kSeats) % kSeats)};
    constexpr std::size_t kWalls = 6;
    constexpr std::size_t kFlowers = kWalls + kSeats;
    for (std::size_t step = 0; step < kSeats; ++step) {
        const std::size_t seat = (view.seat + step) % kSeats;
        scalars[kWalls + step] = view.walls[seat];
        scalars[kFlowers + step] = view.flowers[seat];
    }
    scalars[kFlowers + kSeats] = static_cast<std::uint8_t>(view.replacing);
    scalars[kFlowers + kSeats + 1] = static_cast<std::uint8_t>(view.wall_last());
    return scalars;
}

}  // namespace mj
