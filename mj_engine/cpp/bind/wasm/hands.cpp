// Questions that need no numbers.bin: the wall of a seed, the fan of a hand.
#include <algorithm>
#include <bit>
#include <random>

#include "bind/wasm/engine.hpp"
#include "readings/fan_study.hpp"
#include "study/study.hpp"
#include "table/game.hpp"

namespace wasm {

namespace {

// Seeds as random.Random does: CPython's init_by_array, by M. Matsumoto and T. Nishimura
// (mt19937ar.c).
class PythonSeed {
  public:
    using result_type = std::uint32_t;

    explicit PythonSeed(std::vector<std::uint32_t> key) : key_(std::move(key)) {}

    // Fills the whole state of a Mersenne Twister.
    template <typename Iterator>
    void generate(Iterator first, Iterator last) const {
        const auto size = static_cast<std::size_t>(last - first);
        std::vector<std::uint32_t> state(size);
        state[0] = 19650218U;
        for (std::uint32_t place = 1; place < size; ++place) {
            state[place] = 1812433253U * folded(state[place - 1]) + place;
        }
        std::size_t place = 1;
        const auto step = [&] {
            if (++place < size) return;
            state[0] = state[size - 1];
            place = 1;
        };
        std::size_t from = 0;
        for (std::size_t left = std::max(size, key_.size()); left > 0; --left) {
            state[place] = (state[place] ^ folded(state[place - 1]) * 1664525U) + key_[from] +
                           static_cast<std::uint32_t>(from);
            from = (from + 1) % key_.size();
            step();
        }
        for (std::size_t left = size - 1; left > 0; --left) {
            state[place] = (state[place] ^ folded(state[place - 1]) * 1566083941U) -
                           static_cast<std::uint32_t>(place);
            step();
        }
        state[0] = 0x80000000U;
        std::copy(state.begin(), state.end(), first);
    }

  private:
    static std::uint32_t folded(std::uint32_t word) { return word ^ word >> 30U; }

    std::vector<std::uint32_t> key_;
};

// Same as random.Random.shuffle: from the end, swaps each tile with one at or before it.
void shuffle_as_python(std::vector<mj::Tile>& tiles, std::mt19937& lots) {
    constexpr unsigned kBits = 32;
    for (auto size = static_cast<std::uint32_t>(tiles.size()); size > 1; --size) {
        const unsigned spare = kBits - static_cast<unsigned>(std::bit_width(size));
        std::uint32_t place = lots() >> spare;
        while (place >= size) place = lots() >> spare;
        std::swap(tiles[size - 1], tiles[place]);
    }
}

mj::Meld meld_in(std::string_view text, Fields& fields) {
    const auto words = parts_of(text, ' ');
    constexpr std::array<std::string_view, 3> kKinds{"CHI", "PENG", "GANG"};
    const auto* kind = words.size() == 3 ? std::ranges::find(kKinds, words[0]) : kKinds.end();
    if (kind == kKinds.end()) {
        fields.wrong("a meld is CHI, PENG or GANG, a tile and where it came from");
        return {};
    }
    const auto tiles = fields.tiles_in(words[1], "meld");
    const int offer = fields.number_in(words[2], mj::kSeats, "meld");
    return {static_cast<mj::MeldKind>(kind - kKinds.begin()),
            tiles.empty() ? mj::kNoTile : tiles.front(), static_cast<std::uint8_t>(offer), false};
}

mj::Melds melds_in(Fields& fields) {
    const auto lines = parts_of(fields.text(), '\n');
    mj::Melds melds;
    if (lines.size() > melds.of.size()) fields.wrong("more than four melds");
    for (std::size_t place = 0; place < std::min(lines.size(), melds.of.size()); ++place) {
        melds.push(meld_in(lines[place], fields));
    }
    return melds;
}

// Fields: the concealed tiles, the one entered last at the end; the melds, one per line.
template <typename Written>
void take_hand(Fields& fields, Written& written) {
    for (const mj::Tile tile : fields.standing_tiles("hand")) {
        ++written.hand[tile];
        written.last = tile;
    }
    written.melds = melds_in(fields);
}

}  // namespace

// Fields: the words of a seed, lowest first; whether there are flowers.
Reply wall_of(Fields& fields) {
    std::vector<std::uint32_t> key;
    for (const auto word : parts_of(fields.text(), ' ')) {
        key.push_back(0);
        std::from_chars(word.data(), word.data() + word.size(), key.back());
    }
    const bool flowers = fields.number(2, "flowers") == 1;
    if (key.empty()) fields.wrong("no seed");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    std::vector<mj::Tile> tiles;
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile)
        tiles.insert(tiles.end(), mj::kCopies, tile);
    for (mj::Tile tile = mj::kTileKinds; flowers && tile < mj::kAllKinds; ++tile)
        tiles.push_back(tile);
    PythonSeed seed(std::move(key));
    std::mt19937 lots(seed);
    shuffle_as_python(tiles, lots);
    std::string codes;
    for (const mj::Tile tile : tiles)
        codes.append(codes.empty() ? "" : " ").append(mj::code_of(tile));
    mj::Json json;
    return json.text(codes).take();
}

// Fields: the hand; the winning tile if it is not the last; how it came, as words separated by
// spaces; the seat's wind, the prevalent wind, the flowers, which fan calculator.
Reply fan_study_of(Fields& fields) {
    mj::readings::WrittenHand written;
    take_hand(fields, written);
    if (const auto named = fields.tiles("tile"); !named.empty()) written.tile = named.front();
    written.flags = parts_of(fields.text(), ' ');
    written.seat = fields.number(mj::kSeats, "seat");
    written.prevalent_wind = fields.number(mj::kSeats, "prevalent wind");
    written.flowers = fields.number(mj::kFlowerKinds + 1, "flowers");
    const bool by_judge = fields.text() != mj::readings::kCountNames.back();
    written.count = by_judge ? mj::readings::FanCount::Judge : mj::readings::FanCount::MahjongGB;
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    return mj::readings::fan_study(written);
}

// Fields: the hand; flowers, seat, prevalent wind, turn (0 for as few draws as possible), the tiles
// seen elsewhere.
Reply Engine::study(Fields& fields) {
    mj::Situation where;
    take_hand(fields, where);
    where.flowers = fields.number(mj::kFlowerKinds + 1, "flowers");
    where.seat = fields.number(mj::kSeats, "seat");
    where.prevalent_wind = fields.number(mj::kSeats, "prevalent wind");
    where.turn = fields.number(mj::kMostWallSize, "turn");
    for (const mj::Tile tile : fields.standing_tiles("seen")) ++where.seen[tile];
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    if (const auto fault = mj::fault_of(where)) return *fault;
    mj::Adviser adviser{adviser_, losses_};
    mj::Json json;
    json.open('{').key("tactic").text("learned");
    mj::write_study(where, &adviser, json);
    return json.close('}').take();
}

}  // namespace wasm
