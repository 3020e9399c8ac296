#include "records/made_wall.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace mj {

namespace {

constexpr int kAllTiles = kTileKinds * kCopies;

Fault about(std::string_view reason, std::string_view what) {
    return {std::string(reason) + ": " + std::string(what)};
}

std::string seat_text(int seat) { return "seat " + std::to_string(seat); }

using BySeat = std::array<std::vector<Tile>, kSeats>;

// Removes tiles from the copies left; returns an error if some are missing.
std::optional<Fault> take(const std::vector<Tile>& tiles, std::vector<int>& left) {
    for (const Tile tile : tiles) {
        if (tile >= left.size() || left[tile] == 0) {
            const auto code = tile < kAllKinds ? code_of(tile) : std::string_view("?");
            return about("more copies of a tile than there are", code);
        }
        --left[tile];
    }
    return std::nullopt;
}

// The flowers that a seat was dealt: the known ones, else the first ones left.
Expected<std::vector<Tile>> dealt_flowers(const DrawnTiles& drawn, int seat,
                                          const std::vector<int>& left) {
    const auto count = static_cast<std::size_t>(drawn.flowers[seat]);
    std::vector<Tile> found;
    const auto add = [&](Tile tile) {
        const bool is_there = tile >= kTileKinds && tile < left.size() && left[tile] > 0;
        if (found.size() < count && is_there) found.push_back(tile);
    };
    if (drawn.flowers_known) {
        std::ranges::for_each(drawn.dealt_flowers[seat], add);
    } else {
        for (Tile tile = kTileKinds; tile < kAllKinds; ++tile) add(tile);
    }
    if (found.size() < count) return about("more flowers than there are", seat_text(seat));
    return found;
}

// The order of draws from a common wall: the deals with their flowers, then the draws.
std::vector<Tile> drawn_from_one(const DrawnTiles& drawn, const BySeat& of_seat) {
    std::vector<Tile> order;
    for (int seat = 0; seat < kSeats; ++seat) {
        const auto dealt = of_seat[seat].begin() + drawn.flowers[seat] + kHandSize;
        order.insert(order.end(), of_seat[seat].begin(), dealt);
    }
    for (const auto& draw : drawn.draws) order.push_back(draw.tile);
    return order;
}

// Concatenates walls of this size: first the tiles left over, then the drawn ones, last draw first.
Expected<std::vector<Tile>> filled(std::span<const std::vector<Tile>> walls, std::size_t size,
                                   std::vector<int>& left) {
    std::vector<Tile> wall;
    Tile next = 0;
    for (const auto& tiles : walls) {
        for (auto count = tiles.size(); count < size; ++count) {
            while (next < left.size() && left[next] == 0) ++next;
            if (next == left.size()) return Fault{"more was drawn than the wall holds"};
            --left[next];
            wall.push_back(next);
        }
        wall.insert(wall.end(), tiles.rbegin(), tiles.rend());
    }
    return wall;
}

}  // namespace

Expected<std::vector<Tile>> made_wall(const DrawnTiles& drawn) {
    std::vector<int> left(kTileKinds, kCopies);
    if (drawn.wall_size * kSeats > kAllTiles) left.resize(kAllKinds, 1);
    BySeat of_seat = drawn.deals;
    for (const auto& [seat, tile] : drawn.draws) {
        if (seat < 0 || seat >= kSeats) return about("no such seat", std::to_string(seat));
        of_seat[seat].push_back(tile);
    }
    for (int seat = 0; seat < kSeats; ++seat) {
        if (drawn.deals[seat].size() != kHandSize) {
            return about("a deal that is not of 13 tiles", seat_text(seat));
        }
        if (auto fault = take(of_seat[seat], left)) return *fault;
    }
    const auto size = static_cast<std::size_t>(drawn.wall_size);
    // Dealt flowers come before the first tile of the deal.
    for (int seat = 0; seat < kSeats; ++seat) {
        const auto flowers = dealt_flowers(drawn, seat, left);
        if (!flowers) return flowers.fault();
        for (const Tile tile : *flowers) left[tile] = 0;
        of_seat[seat].insert(of_seat[seat].begin(), flowers->begin(), flowers->end());
        if (of_seat[seat].size() > size && !drawn.common_wall) {
            return about("a seat drew more than its own wall holds", seat_text(seat));
        }
    }
    if (!drawn.common_wall) return filled(of_seat, size, left);
    const auto order = drawn_from_one(drawn, of_seat);
    if (order.size() > size * kSeats) return Fault{"more was drawn than the wall holds"};
    return filled({&order, 1}, size * kSeats, left);
}

}  // namespace mj
