// Sums: the arithmetic of networks, for whole vectors at once. Numbers are float32, and are summed
// in the same order on every machine.
#pragma once

#include <cstddef>
#include <vector>

namespace mj {

using Floats = std::vector<float>;

// Numbers come in blocks of this size, the last one filled with zeros; long rows use four blocks at
// once.
inline constexpr int kLaneBlock = 8;
inline constexpr int kChannelBlock = 4 * kLaneBlock;

constexpr int whole_blocks(int count, int block = kLaneBlock) {
    return (count + block - 1) / block * block;
}

// Negative numbers become 0.
void relu(float* numbers, int count);

// sum += the sum over rows of number x row; `size` is whole blocks.
void sum_rows(const float* const* rows, const float* numbers, int count, int size, float* sum);

// The weights of a window: [in][outs, filled up], and the bias [outs, filled up].
struct Matrix {
    Floats numbers, bias;
    int ins, outs;

    [[nodiscard]] int width() const { return whole_blocks(outs); }
    [[nodiscard]] const float* row(int in) const {
        return numbers.data() + static_cast<std::ptrdiff_t>(in) * width();
    }
};

// WindowRuns of one map, by where they begin: each has a number of runs, `step` apart.
struct WindowRuns {
    std::vector<int> begins;
    int runs, step, length;
};

// out[window] = bias + the sum over its numbers of number x row; out: [windows][outs].
void multiply_windows(const Matrix& matrix, const WindowRuns& windows, const float* map,
                      float* out);

}  // namespace mj
