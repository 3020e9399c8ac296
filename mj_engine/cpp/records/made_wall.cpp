#include "records/made_wall.hpp"

#include <algorithm>
#include <string>

namespace mj {

namespace {

constexpr int kAllTiles = kTileKinds * kCopies;

Fault about(std::string_view reason, std::string_view what) {
    return {std::string(reason) + ": " + std::string(what)};
}

std::string seat_text(int seat) { return "seat " + std::to_string(seat); }

}  // namespace

Expected<std::vector<Tile>> made_wall(const DrawnTiles& drawn) {
    std::vector<int> left(kTileKinds, kCopies);
    if (drawn.wall_size * kSeats > kAllTiles) left.resize(kAllKinds, 1);
    auto of_seat = drawn.deals;
    for (const auto& [seat, tile] : drawn.draws) of_seat[seat].push_back(tile);
    for (int seat = 0; seat < kSeats; ++seat) {
        if (drawn.deals[seat].size() != kHandSize) {
            return about("a deal that is not of 13 tiles", seat_text(seat));
        }
        for (const Tile tile : of_seat[seat]) {
            if (tile >= left.size() || left[tile] == 0) {
                return about("more copies of a tile than there are", code_of(tile));
            }
            --left[tile];
        }
    }
    // Dealt flowers lie before the first tile of the deal.
    for (int seat = 0; seat < kSeats; ++seat) {
        std::vector<Tile> unknown;
        const auto take = [&](Tile tile) {
            const bool wanted = static_cast<int>(unknown.size()) < drawn.flowers[seat];
            if (wanted && tile >= kTileKinds && tile < left.size() && left[tile] > 0) {
                unknown.push_back(tile);
            }
        };
        if (drawn.flowers_known) {
            std::ranges::for_each(drawn.dealt_flowers[seat], take);
        } else {
            for (Tile tile = kTileKinds; tile < kAllKinds; ++tile) take(tile);
        }
        if (static_cast<int>(unknown.size()) < drawn.flowers[seat]) {
            return about("more flowers than there are", seat_text(seat));
        }
        for (const Tile tile : unknown) left[tile] = 0;
        of_seat[seat].insert(of_seat[seat].begin(), unknown.begin(), unknown.end());
        if (static_cast<int>(of_seat[seat].size()) > drawn.wall_size && !drawn.common_wall) {
            return about("a seat drew more than its own wall holds", seat_text(seat));
        }
    }
    std::vector<std::vector<Tile>> walls(of_seat.begin(), of_seat.end());
    int size = drawn.wall_size;
    if (drawn.common_wall) {
        std::vector<Tile> order;
        for (int seat = 0; seat < kSeats; ++seat) {
            const auto dealt = of_seat[seat].begin() + drawn.flowers[seat] + kHandSize;
            order.insert(order.end(), of_seat[seat].begin(), dealt);
        }
        for (const auto& draw : drawn.draws) order.push_back(draw.tile);
        size *= kSeats;
        if (static_cast<int>(order.size()) > size) {
            return Fault{"more was drawn than the wall holds"};
        }
        walls = {std::move(order)};
    }
    std::vector<Tile> wall;
    Tile next = 0;
    for (const auto& tiles : walls) {
        for (auto more = size - static_cast<int>(tiles.size()); more > 0; --more) {
            while (next < left.size() && left[next] == 0) ++next;
            if (next == left.size()) return Fault{"more was drawn than the wall holds"};
            --left[next];
            wall.push_back(next);
        }
        wall.insert(wall.end(), tiles.rbegin(), tiles.rend());
    }
    return wall;
}

}  // namespace mj
