#include "core/tile.hpp"

namespace mj {

namespace {

struct KindsOfLetter {
    char letter;
    Tile first;
    int count;
};

constexpr std::array<KindsOfLetter, 6> kKinds{{{'W', 0, kSuitSize},
                                               {'B', 9, kSuitSize},
                                               {'T', 18, kSuitSize},
                                               {'F', kFirstHonour, 4},
                                               {'J', kFirstDragon, 3},
                                               {'H', kTileKinds, kFlowerKinds}}};

constexpr auto codes() {
    std::array<std::array<char, 2>, kAllKinds> all{};
    for (const auto& kind : kKinds) {
        for (int number = 0; number < kind.count; ++number) {
            all[kind.first + number] = {kind.letter, static_cast<char>('1' + number)};
        }
    }
    return all;
}

constexpr auto kCodes = codes();

}  // namespace

std::string_view code_of(Tile tile) {
    return tile < kAllKinds ? std::string_view(kCodes[tile].data(), 2) : std::string_view("?");
}

Tile tile_of(std::string_view code) {
    if (code.size() != 2) return kNoTile;
    for (const auto& kind : kKinds) {
        const int number = code[1] - '1';
        if (code[0] == kind.letter && number >= 0 && number < kind.count) {
            return static_cast<Tile>(kind.first + number);
        }
    }
    return kNoTile;
}

}  // namespace mj
