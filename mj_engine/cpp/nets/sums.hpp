// Sums: vectorized float32 arithmetic for networks. Sums keep the same order on every machine.
#pragma once

#include <cstddef>
#include <vector>

namespace mj {

using Floats = std::vector<float>;

// Rows are padded with zeros to blocks of this size; long rows use four blocks at once.
inline constexpr int kLaneBlock = 8;
inline constexpr int kChannelBlock = 4 * kLaneBlock;

constexpr int whole_blocks(int count, int block = kLaneBlock) {
    return (count + block - 1) / block * block;
}

// Sets negative numbers to 0.
void relu(float* numbers, int count);

// sum += the sum of number x row over all rows; `size` is a multiple of the block.
void sum_rows(const float* const* rows, const float* numbers, int count, int size, float* sum);

// A window's weights [in][padded outs] and bias [padded outs].
struct Matrix {
    Floats numbers, bias;
    int ins, outs;

    [[nodiscard]] int width() const { return whole_blocks(outs); }
    [[nodiscard]] const float* row(int in) const {
        return numbers.data() + static_cast<std::ptrdiff_t>(in) * width();
    }
};

// The windows of one map, by where they begin: each consists of `runs` runs, `step` apart.
struct WindowRuns {
    std::vector<int> begins;
    int runs, step, length;
};

// out[window] = bias + the sum of number x row over the window; out: [windows][outs].
void multiply_windows(const Matrix& matrix, const WindowRuns& windows, const float* map,
                      float* out);

// The entries of a map that count: by place, their channels and numbers, in the channels' order.
struct Entries {
    int most = 0;  // of a place: this many lie apart
    std::vector<int> channels;
    Floats numbers;
    std::vector<int> ends;  // by place

    void clear(int places, int channels_of_each) {
        most = channels_of_each;
        channels.resize(static_cast<std::size_t>(places) * most);
        numbers.resize(channels.size());
        ends.resize(places);
        for (int place = 0; place < places; ++place) ends[place] = begin(place);
    }
    [[nodiscard]] int begin(int place) const { return place * most; }
    void add(int place, int channel, float number) {
        channels[ends[place]] = channel;
        numbers[ends[place]] = number;
        ends[place] += int{number != 0};
    }
};

// A window, and the place of the map that is one of its cells.
struct Link {
    int window, place;
};

// sums[window] += the sum of number x row over its cells' entries, in the order of the cells; sums:
// [windows][padded outs]. links: by cell.
void add_entries(const Matrix& matrix, const std::vector<std::vector<Link>>& links,
                 const Entries& entries, float* sums);

}  // namespace mj
