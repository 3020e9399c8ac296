// libFuzzer: turns any bytes into the answers of four seats, legal ones by index and others as
// text. A legal answer must never be a fault, no tile may be lost, a seat's view must be
// consistent.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "core/rng.hpp"
#include "play/player.hpp"
#include "table/observe.hpp"
#include "table/record.hpp"
#include "table/wire.hpp"

namespace {

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

    [[nodiscard]] bool empty() const { return rest_.empty(); }

    std::uint8_t next() {
        if (rest_.empty()) return 0;
        const std::uint8_t first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }

    std::string_view text(std::size_t most) {
        const auto size = std::min(most, rest_.size());
        const std::string_view found(reinterpret_cast<const char*>(rest_.data()), size);
        rest_ = rest_.subspan(size);
        return found;
    }

  private:
    std::span<const std::uint8_t> rest_;
};

[[noreturn]] void fail(const char* what, const mj::Game& game) {
    std::cerr << what << ": " << mj::request_for(game, game.turn) << '\n';
    std::abort();
}

mj::Game dealt(Bytes& bytes) {
    const std::uint8_t first = bytes.next();
    const bool flowers = first % 2 == 1;
    std::vector<mj::Tile> wall;
    wall.reserve(mj::kMostWallTiles);
    for (int tile = 0; tile < mj::kTileKinds * mj::kCopies; ++tile) {
        wall.push_back(static_cast<mj::Tile>(tile / mj::kCopies));
    }
    for (int tile = mj::kTileKinds; flowers && tile < mj::kAllKinds; ++tile) {
        wall.push_back(static_cast<mj::Tile>(tile));
    }
    mj::Rng(bytes.next()).shuffle(std::span(wall));
    if (first % 8 < 4) wall.resize(wall.size() - 4 * (first / 16));  // else early ends are rare
    const int wind = first % mj::kSeats;
    const bool common = first % 32 >= 16;
    const auto is_faulty = [&] { return mj::fault_of_wall(wall, wind, common) != nullptr; };
    if (is_faulty()) std::ranges::sort(wall);  // flowers at one end
    return is_faulty() ? mj::Game{} : mj::new_game(wall, wind, common);
}

int tiles_in(const mj::Game& game) {
    int tiles = std::accumulate(game.left.begin(), game.left.end(), 0);
    tiles += std::accumulate(game.flowers.begin(), game.flowers.end(), 0);
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        tiles += mj::sum_of(game.hands[seat]);
        for (const mj::Meld& meld : game.melds[seat]) {
            tiles += meld.kind == mj::MeldKind::Kong ? 4 : 3;
        }
        for (const mj::Discard discard : game.discards[seat]) {
            tiles += static_cast<int>(discard.claimed_by == mj::kNobody);
        }
    }
    return tiles;
}

void check(const mj::Game& game) {
    if (tiles_in(game) != mj::kSeats * game.wall_size) fail("a tile is lost", game);
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        const mj::GameState state = mj::state_of(game, seat);
        for (const auto unseen : state.unseen) {
            if (unseen > mj::kCopies) fail("a fifth tile", game);
        }
    }
}

mj::Answer answer_of(Bytes& bytes, const mj::Game& game, int seat, bool& legal) {
    constexpr int kWordForWord = 250;
    const std::uint8_t choice = bytes.next();
    if (choice >= kWordForWord) {
        legal = false;
        return mj::Answer(bytes.text(choice - kWordForWord + std::size_t{5}));
    }
    mj::ActionList list;
    mj::list_legal(game, seat, list);
    const mj::Action action = list.of[choice % list.size];
    if (!mj::action_at(mj::index_of(action)).same(action)) fail("an index", game);
    return mj::Answer(std::string_view(mj::text_of(action)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    mj::Game game = dealt(bytes);
    if (game.wall_size == 0) return 0;
    mj::Record record;
    while (!game.over() && !bytes.empty()) {
        bool legal = true;
        mj::Answers answers;
        for (int seat = 0; seat < mj::kSeats; ++seat) {
            if (mj::must_decide(game, seat)) answers[seat] = answer_of(bytes, game, seat, legal);
        }
        record.add(game, answers);
        game.submit(answers);
        const auto verdict = game.result.verdict;
        if (legal && (verdict == mj::Verdict::Wa || verdict == mj::Verdict::Wh)) {
            fail("a legal answer is a fault", game);
        }
        check(game);
    }
    if (game.over()) mj::line_of(game, record, "fuzz", {});
    return 0;
}
