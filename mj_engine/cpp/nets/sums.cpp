#include "nets/sums.hpp"

#include <algorithm>
#include <array>

#include "core/clones.hpp"
#include "nets/lanes8.hpp"

namespace mj {

namespace {

// Outputs at once for a window alone: their sums fill half of the registers.
constexpr int kWideBlock = 2 * kChannelBlock;
// Windows at once, and blocks of their outputs: the sums and weights fill 16 registers.
constexpr int kMany = 6;
constexpr int kWide = 2;

template <typename Lanes, int Parts>
[[gnu::always_inline]] inline void sum_block(const float* const* rows, const float* numbers,
                                             int count, int block, float* sum) {
    constexpr int lanes = sizeof(Lanes) / sizeof(float);
    std::array<Lanes, Parts> sums;
    for (int part = 0; part < Parts; ++part) load(sums[part], sum + block + part * lanes);
    for (int row = 0; row < count; ++row) {
        for (int part = 0; part < Parts; ++part) {
            Lanes weights;
            load(weights, rows[row] + block + part * lanes);
            sums[part] += numbers[row] * weights;
        }
    }
    for (int part = 0; part < Parts; ++part) store(sums[part], sum + block + part * lanes);
}

// Computes `Many` windows from the first on, and `Parts` blocks of outputs.
template <int Many, int Parts>
[[gnu::always_inline]] inline void tile(const Matrix& matrix, const WindowRuns& windows,
                                        const float* map, std::size_t first, int block,
                                        float* out) {
    std::array<std::array<Float8, Parts>, Many> sums;
    std::array<const float*, Many> at;
    for (int one = 0; one < Many; ++one) {
        at[one] = map + windows.begins[first + one];
        for (int part = 0; part < Parts; ++part) {
            load(sums[one][part], matrix.bias.data() + block + part * kLaneBlock);
        }
    }
    const int width = matrix.width();
    const float* row = matrix.numbers.data() + block;
    for (int run = 0; run < windows.runs; ++run) {
        for (int from = 0; from < windows.length; ++from, row += width) {
            std::array<Float8, Parts> weights;
            for (int part = 0; part < Parts; ++part) load(weights[part], row + part * kLaneBlock);
            for (int one = 0; one < Many; ++one) {
                const float number = at[one][from];
                for (int part = 0; part < Parts; ++part) {
                    sums[one][part] += number * weights[part];
                }
            }
        }
        for (int one = 0; one < Many; ++one) at[one] += windows.step;
    }
    for (int one = 0; one < Many; ++one) {
        float* to = out + (first + one) * matrix.outs;
        for (int part = 0; part < Parts; ++part) {
            const int begin = block + part * kLaneBlock;
            const int some = std::min(kLaneBlock, matrix.outs - begin);
            std::memcpy(to + begin, &sums[one][part], some * sizeof(float));
        }
    }
}

template <int Parts>
[[gnu::always_inline]] inline void tiles(const Matrix& matrix, const WindowRuns& windows,
                                         const float* map, int block, float* out) {
    const std::size_t count = windows.begins.size();
    if (count < kMany) {
        for (std::size_t one = 0; one < count; ++one) {
            tile<1, Parts>(matrix, windows, map, one, block, out);
        }
        return;
    }
    // The last batch overlaps the one before.
    for (std::size_t first = 0; first < count; first += kMany) {
        const std::size_t begin = std::min(first, count - kMany);
        tile<kMany, Parts>(matrix, windows, map, begin, block, out);
    }
}

// A cell's rows, from a block of outputs on.
struct CellRows {
    const float* numbers;
    int width;
};

template <typename Lanes, int Parts>
[[gnu::always_inline]] inline void add_cell(const CellRows& rows, const std::vector<Link>& links,
                                            const Entries& entries, float* sums) {
    constexpr int lanes = sizeof(Lanes) / sizeof(float);
    for (const Link& link : links) {
        float* sum = sums + static_cast<std::ptrdiff_t>(link.window) * rows.width;
        std::array<Lanes, Parts> parts;
        for (int part = 0; part < Parts; ++part) load(parts[part], sum + part * lanes);
        for (int entry = entries.begin(link.place); entry < entries.ends[link.place]; ++entry) {
            const float* row =
                rows.numbers + static_cast<std::ptrdiff_t>(entries.channels[entry]) * rows.width;
            for (int part = 0; part < Parts; ++part) {
                Lanes weights;
                load(weights, row + part * lanes);
                parts[part] += entries.numbers[entry] * weights;
            }
        }
        for (int part = 0; part < Parts; ++part) store(parts[part], sum + part * lanes);
    }
}

}  // namespace

MJ_CLONES void relu(float* numbers, int count) {
    for (int place = 0; place < count; ++place) {
        numbers[place] = numbers[place] > 0 ? numbers[place] : 0;
    }
}

MJ_CLONES void sum_rows(const float* const* rows, const float* numbers, int count, int size,
                        float* sum) {
    int block = 0;
    for (; block + kWideBlock <= size; block += kWideBlock) {
        sum_block<Float16, 4>(rows, numbers, count, block, sum);
    }
    for (; block + kChannelBlock <= size; block += kChannelBlock) {
        sum_block<Float16, 2>(rows, numbers, count, block, sum);
    }
    for (; block < size; block += kLaneBlock) {
        sum_block<Float8, 1>(rows, numbers, count, block, sum);
    }
}

MJ_CLONES void multiply_windows(const Matrix& matrix, const WindowRuns& windows, const float* map,
                                float* out) {
    int block = 0;
    for (; block + kWide * kLaneBlock <= matrix.width(); block += kWide * kLaneBlock) {
        tiles<kWide>(matrix, windows, map, block, out);
    }
    if (block < matrix.width()) tiles<1>(matrix, windows, map, block, out);
}

MJ_CLONES void add_entries(const Matrix& matrix, const std::vector<std::vector<Link>>& links,
                           const Entries& entries, float* sums) {
    const int width = matrix.width();
    const int channels = matrix.ins / static_cast<int>(links.size());
    for (std::size_t cell = 0; cell < links.size(); ++cell) {
        const float* rows = matrix.row(static_cast<int>(cell) * channels);
        int block = 0;
        for (; block + kWideBlock <= width; block += kWideBlock) {
            add_cell<Float16, 4>({rows + block, width}, links[cell], entries, sums + block);
        }
        for (; block + kChannelBlock <= width; block += kChannelBlock) {
            add_cell<Float16, 2>({rows + block, width}, links[cell], entries, sums + block);
        }
        for (; block < width; block += kLaneBlock) {
            add_cell<Float8, 1>({rows + block, width}, links[cell], entries, sums + block);
        }
    }
}

}  // namespace mj
