#include "expectimax/q_tower.hpp"

#include <algorithm>

#include "core/clones.hpp"

namespace mj {

namespace {

// A place has 0 to 4 copies in hand, and unseen.
constexpr int kAmounts = kCopies + 1;
constexpr int kColumns = kTileKinds * kAmounts * kAmounts;

MJ_CLONES void add(const float* numbers, int count, float* sum) {
    for (int place = 0; place < count; ++place) sum[place] += numbers[place];
}

int place_of_column(WindowId column) { return static_cast<int>(column) / (kAmounts * kAmounts); }

}  // namespace

void QTower::begin(const QRows& rows) {
    rows_ = rows;
    for (Layer& layer : layers_) {
        layer.windows.clear();
        layer.middles.clear();
        layer.numbers.clear();
    }
    columns_.resize(static_cast<std::size_t>(kColumns) * kQRows);
    has_column_.assign(kColumns, false);
    said_.clear();
    tiles_.clear();
    sum_.resize(network_.hidden());
}

void QTower::look(const Counts& held, const Counts& unseen, Hand& hand) {
    hand.held = held;
    hand.unseen = unseen;
    hand.windows.resize(layers_.size());
    std::array<WindowId, kTileKinds> below;
    for (int place = 0; place < kTileKinds; ++place) below[place] = column_of(hand, place, 0);
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
        for (int place = 0; place < kTileKinds; ++place) {
            hand.windows[layer][place] = window(
                static_cast<int>(layer), place > 0 ? below[place - 1] : kNoWindow, below[place],
                place + 1 < kTileKinds ? below[place + 1] : kNoWindow);
        }
        below = hand.windows[layer];
    }
    for (int suit = 0; suit <= kSuits; ++suit) {
        hand.hidden[suit].assign(network_.hidden(), 0.0F);
        add_suit(suit, below.data(), hand.hidden[suit].data());
    }
}

void QTower::points(const Hand& hand, QValues& out) {
    std::ranges::fill(sum_, 0.0F);
    std::array<float, kTileKinds> tiles;
    for (const Floats& suit : hand.hidden) add(suit.data(), network_.hidden(), sum_.data());
    for (int place = 0; place < kTileKinds; ++place) {
        tiles[place] = tiles_[hand.windows.back()[place]];
    }
    network_.points(sum_.data(), tiles, out);
}

void QTower::points_with(const Hand& hand, Tile drawn, QValues& out) {
    // Of each layer one place more on both sides is another than in the hand without the tile.
    const auto last = static_cast<int>(layers_.size());
    std::array<WindowId, kTileKinds> below, above;
    int from = drawn, to = drawn;
    const auto in = [&](int layer, int place) {
        if (place < 0 || place >= kTileKinds) return kNoWindow;
        if (place >= from && place <= to) return below[place];
        return layer == 0 ? column_of(hand, place, 0) : hand.windows[layer - 1][place];
    };
    below[drawn] = column_of(hand, drawn, 1);
    for (int layer = 0; layer < last; ++layer) {
        const int first = std::max(from - 1, 0);
        const int end = std::min(to + 1, kTileKinds - 1);
        for (int place = first; place <= end; ++place) {
            above[place] =
                window(layer, in(layer, place - 1), in(layer, place), in(layer, place + 1));
        }
        from = first;
        to = end;
        std::copy(above.begin() + from, above.begin() + to + 1, below.begin() + from);
    }
    const auto& old = hand.windows.back();
    std::array<float, kTileKinds> tiles;
    std::array<WindowId, kTileKinds> top = old;
    std::copy(below.begin() + from, below.begin() + to + 1, top.begin() + from);
    for (int place = 0; place < kTileKinds; ++place) tiles[place] = tiles_[top[place]];
    // Suit by suit, so that the sum is the same whatever it was made from.
    std::ranges::fill(sum_, 0.0F);
    for (int suit = 0; suit <= kSuits; ++suit) {
        if (suit < suit_of(static_cast<Tile>(from)) || suit > suit_of(static_cast<Tile>(to))) {
            add(hand.hidden[suit].data(), network_.hidden(), sum_.data());
            continue;
        }
        suit_sum_.assign(network_.hidden(), 0.0F);
        add_suit(suit, top.data(), suit_sum_.data());
        add(suit_sum_.data(), network_.hidden(), sum_.data());
    }
    network_.points(sum_.data(), tiles, out);
}

void QTower::add_suit(int suit, const WindowId* top, float* sum) const {
    const int first = suit * kSuitSize;
    const int end = std::min(first + kSuitSize, kTileKinds);
    for (int place = first; place < end; ++place) {
        add(said_.data() + static_cast<std::size_t>(top[place]) * network_.hidden(),
            network_.hidden(), sum);
    }
}

WindowId QTower::column_of(const Hand& hand, int place, int drawn) {
    const int held = hand.held[place] + drawn;
    const int unseen = hand.unseen[place] - drawn;
    const WindowId id = (place * kAmounts + held) * kAmounts + unseen;
    if (!has_column_[id]) {
        has_column_[id] = true;
        network_.column(rows_, held, unseen, place, columns_.data() + std::size_t{id} * kQRows);
    }
    return id;
}

WindowId QTower::window(int layer, WindowId left, WindowId middle, WindowId right) {
    const auto [id, is_new] = layers_[layer].windows.find(left, middle, right);
    if (is_new) compute(layer, left, middle, right);
    return id;
}

const float* QTower::numbers(int layer, WindowId id) const {
    if (id == kNoWindow) return nullptr;
    if (layer < 0) return columns_.data() + std::size_t{id} * kQRows;
    return layers_[layer].numbers.data() + static_cast<std::size_t>(id) * network_.width();
}

void QTower::compute(int layer, WindowId left, WindowId middle, WindowId right) {
    Layer& here = layers_[layer];
    const std::size_t place = here.middles.size();
    here.middles.push_back(middle);
    here.numbers.resize((place + 1) * network_.width());
    float* out = here.numbers.data() + place * network_.width();
    const std::array<const float*, 3> in{numbers(layer - 1, left), numbers(layer - 1, middle),
                                         numbers(layer - 1, right)};
    WindowId column = middle;
    for (int below = layer - 1; below >= 0; --below) column = layers_[below].middles[column];
    const int tile = place_of_column(column);
    if (layer == 0) {
        network_.first(in, tile, out);
    } else {
        // Two convolutions are a block; the second adds what the block was given.
        const bool second = layer % 2 == 0;
        const WindowId before = second ? layers_[layer - 1].middles[middle] : kNoWindow;
        network_.convolve(layer, in, second ? numbers(layer - 2, before) : nullptr, out);
    }
    if (layer + 1 < static_cast<int>(layers_.size())) return;
    said_.resize((place + 1) * network_.hidden(), 0.0F);
    network_.add_to_hidden(out, tile, said_.data() + place * network_.hidden());
    tiles_.push_back(network_.tile_value(out));
}

}  // namespace mj
