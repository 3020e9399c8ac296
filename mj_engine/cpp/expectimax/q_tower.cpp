#include "expectimax/q_tower.hpp"

#include <algorithm>

#include "core/clones.hpp"

namespace mj {

namespace {

// A place has 0 to 4 copies in the hand, and 0 to 4 unseen.
constexpr int kAmounts = kCopies + 1;
constexpr int kColumns = kTileKinds * kAmounts * kAmounts;

MJ_CLONES void add(const float* numbers, int count, float* sum) {
    for (int place = 0; place < count; ++place) sum[place] += numbers[place];
}

int place_of_column(WindowId column) { return static_cast<int>(column) / (kAmounts * kAmounts); }

}  // namespace

void QTower::begin(const QFeatures& rows) {
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
    draws_.clear();
    added_.clear();
    tiles_drawn_.clear();
    last_.resize(network_.width());
}

void QTower::look(const Counts& held, const Counts& unseen, Hand& hand) {
    hand.held = held;
    hand.unseen = unseen;
    hand.windows.resize(layers_.size());
    std::array<WindowId, kTileKinds> below;
    for (int place = 0; place < kTileKinds; ++place) below[place] = column_of(hand, place, 0);
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
        for (int place = 0; place < kTileKinds; ++place) {
            hand.windows[layer][place] =
                window(static_cast<int>(layer), place > 0 ? below[place - 1] : kNoWindow,
                       below[place], place + 1 < kTileKinds ? below[place + 1] : kNoWindow);
        }
        below = hand.windows[layer];
    }
    hand.hidden.assign(network_.hidden(), 0.0F);
    to_hidden_.clear();
    for (int place = 0; place < kTileKinds; ++place) {
        hand.tiles[place] = tiles_[below[place]];
        to_hidden_.add(network_, place, said(below[place]));
    }
    to_hidden_.add_up(network_, hand.hidden.data());
}

void QTower::points(const Hand& hand, QValues& out) {
    sum_ = hand.hidden;
    network_.points(sum_.data(), hand.tiles, out);
}

void QTower::points_with(const Hand& hand, Tile drawn, QValues& out) {
    const std::size_t draw = draw_of(hand, drawn);
    sum_ = hand.hidden;
    add(added_.data() + draw * network_.hidden(), network_.hidden(), sum_.data());
    std::array<float, kTileKinds> tiles = hand.tiles;
    const float* felt = tiles_drawn_.data() + draw * (2 * layers_.size() + 1);
    const auto [first, end] = felt_by(drawn);
    std::copy(felt, felt + (end - first), tiles.begin() + first);
    network_.points(sum_.data(), tiles, out);
}

// The places whose last-layer output changes if this tile is drawn.
std::pair<int, int> QTower::felt_by(Tile drawn) const {
    const auto far = static_cast<int>(layers_.size());
    return {std::max(drawn - far, 0), std::min(drawn + far + 1, kTileKinds)};
}

// Together these three windows see everything that the affected places see.
WindowId QTower::draw_of(const Hand& hand, Tile drawn) {
    const auto& top = hand.windows.back();
    const auto [first, end] = felt_by(drawn);
    const auto far = static_cast<int>(layers_.size());
    const WindowId left = drawn >= far ? top[first] : kNoWindow;
    const WindowId right = drawn + far < kTileKinds ? top[end - 1] : kNoWindow;
    const auto [id, is_new] = draws_.find(left, top[drawn], right);
    if (is_new) compute_draw(hand, drawn);
    return id;
}

void QTower::compute_draw(const Hand& hand, Tile drawn) {
    // In each layer one more place on both sides differs from the hand without the tile.
    std::array<WindowId, kTileKinds> below;
    std::array<WindowId, kTileKinds> above;
    int from = drawn;
    int end = drawn + 1;
    below[drawn] = column_of(hand, drawn, 1);
    for (int layer = 0; layer < static_cast<int>(layers_.size()); ++layer) {
        const auto in = [&](int place) {
            if (place < 0 || place >= kTileKinds) return kNoWindow;
            if (place >= from && place < end) return below[place];
            return layer == 0 ? column_of(hand, place, 0) : hand.windows[layer - 1][place];
        };
        const int first = std::max(from - 1, 0);
        const int last = std::min(end, kTileKinds - 1);
        for (int place = first; place <= last; ++place) {
            above[place] = window(layer, in(place - 1), in(place), in(place + 1));
        }
        from = first;
        end = last + 1;
        std::copy(above.begin() + from, above.begin() + end, below.begin() + from);
    }
    const std::size_t draw = draws_.size() - 1;
    added_.resize((draw + 1) * network_.hidden(), 0.0F);
    tiles_drawn_.resize((draw + 1) * (2 * layers_.size() + 1));
    to_hidden_.clear();
    for (int place = from; place < end; ++place) {
        to_hidden_.add(network_, place, said(below[place]), said(hand.windows.back()[place]));
        tiles_drawn_[draw * (2 * layers_.size() + 1) + place - from] = tiles_[below[place]];
    }
    to_hidden_.add_up(network_, added_.data() + draw * network_.hidden());
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

const float* QTower::said(WindowId top) const {
    return said_.data() + static_cast<std::size_t>(top) * network_.channels();
}

void QTower::compute(int layer, WindowId left, WindowId middle, WindowId right) {
    Layer& here = layers_[layer];
    const std::size_t number = here.middles.size();
    here.middles.push_back(middle);
    WindowId column = middle;
    for (int below = layer - 1; below >= 0; --below) column = layers_[below].middles[column];
    const int place = place_of_column(column);
    const bool is_last = layer + 1 == static_cast<int>(layers_.size());
    if (!is_last) here.numbers.resize((number + 1) * network_.width());
    float* out = is_last ? last_.data() : here.numbers.data() + number * network_.width();
    const std::array<const float*, 3> in{numbers(layer - 1, left), numbers(layer - 1, middle),
                                         numbers(layer - 1, right)};
    if (layer == 0) {
        network_.first(in, place, out);
    } else {
        // Two convolutions make a block; the second adds the block's input.
        const bool second = layer % 2 == 0;
        const WindowId before = second ? layers_[layer - 1].middles[middle] : kNoWindow;
        network_.convolve(layer, in, second ? numbers(layer - 2, before) : nullptr, out);
    }
    if (!is_last) return;
    said_.resize((number + 1) * network_.channels());
    network_.hand_channels(out, said_.data() + number * network_.channels());
    tiles_.push_back(network_.tile_value(out));
}

}  // namespace mj
