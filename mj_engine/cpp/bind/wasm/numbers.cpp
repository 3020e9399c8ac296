#include "bind/wasm/numbers.hpp"

#include <cstring>
#include <numeric>

namespace wasm {

namespace {

constexpr std::string_view kMagic = "MJN1";
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

    // A whole number of that many bytes, the lowest first.
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

Entry entry_of(Reader& reader) {
    Entry entry;
    entry.width = static_cast<int>(reader.number(1));
    const std::size_t rows = reader.number(2);
    for (std::size_t row = 0; row < rows && !reader.over; ++row) {
        entry.rows.push_back(reader.number(4));
    }
    reader.over = reader.over || entry.width > kMostWidth;
    const std::size_t each = entry.width == 0 ? sizeof(double) : entry.width;
    entry.bytes = reader.bytes(entry.size() * each);
    return entry;
}

}  // namespace

std::size_t Entry::size() const {
    return std::accumulate(rows.begin(), rows.end(), std::size_t{0});
}

double Entry::at(std::size_t place) const {
    double number = 0;
    std::memcpy(&number, bytes.data() + place * sizeof(double), sizeof(double));
    return number;
}

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
