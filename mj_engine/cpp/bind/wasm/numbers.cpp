#include "bind/wasm/numbers.hpp"

#include <algorithm>
#include <cstring>

namespace wasm {

namespace {

constexpr std::string_view kMagic = "MJN1";
constexpr int kReal = 0;       // the width of numbers that are not whole
constexpr int kMostWidth = 4;  // bytes of a whole number

// Reads on from the front; what is not there is 0, and `over` says so.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    std::span<const std::uint8_t> bytes(std::size_t size) {
        over = over || size > rest_.size();
        if (over) return {};
        const auto found = rest_.first(size);
        rest_ = rest_.subspan(size);
        return found;
    }

    std::string text(std::size_t size) {
        const auto found = bytes(size);
        return {found.begin(), found.end()};
    }

    // A whole number of so many bytes, the lowest first.
    std::uint32_t number(std::size_t width) {
        std::uint32_t found = 0;
        unsigned shift = 0;
        for (const std::uint8_t byte : bytes(width)) {
            found |= static_cast<std::uint32_t>(byte) << shift;
            shift += 8;
        }
        return found;
    }

    [[nodiscard]] bool at_end() const { return rest_.empty(); }

    bool over = false;

  private:
    std::span<const std::uint8_t> rest_;
};

// Differences of neighbours, one plane of bytes after the other, added up again.
std::vector<std::int64_t> summed(Reader& reader, std::size_t size, int width) {
    const auto planes = reader.bytes(size * static_cast<std::size_t>(width));
    if (reader.over) return {};
    std::vector<std::int64_t> numbers(size);
    const std::uint64_t mask = (std::uint64_t{1} << (8U * static_cast<unsigned>(width))) - 1;
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < size; ++place) {
        std::uint64_t step = 0;
        for (int plane = width - 1; plane >= 0; --plane)
            step = step << 8U | planes[plane * size + place];
        sum = (sum + step) & mask;
        numbers[place] = static_cast<std::int64_t>(sum);
    }
    return numbers;
}

std::vector<double> doubles(Reader& reader, std::size_t size) {
    const auto bytes = reader.bytes(size * sizeof(double));
    if (reader.over) return {};
    std::vector<double> numbers(size);
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

Entry entry_of(Reader& reader) {
    Entry entry;
    const auto width = static_cast<int>(reader.number(1));
    const std::size_t rows = reader.number(2);
    std::size_t size = 0;
    for (std::size_t row = 0; row < rows && !reader.over; ++row) {
        entry.rows.push_back(reader.number(4));
        size += entry.rows.back();
    }
    reader.over = reader.over || width > kMostWidth;
    if (reader.over) return entry;
    if (width == kReal) {
        entry.real = doubles(reader, size);
    } else {
        entry.whole = summed(reader, size, width);
    }
    return entry;
}

}  // namespace

mj::Expected<Numbers> Numbers::of(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    Numbers numbers;
    if (reader.text(kMagic.size()) != kMagic) return mj::Fault{"no file of numbers"};
    while (!reader.at_end() && !reader.over) {
        std::string name = reader.text(reader.number(1));
        Entry entry = entry_of(reader);
        numbers.entries_.emplace(std::move(name), std::move(entry));
    }
    if (reader.over) return mj::Fault{"a file of numbers that is not whole"};
    return mj::Expected<Numbers>(std::move(numbers));
}

const Entry* Numbers::find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
}

}  // namespace wasm
