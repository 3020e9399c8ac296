// Fields: parses a question field by field.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tile.hpp"

namespace wasm {

// Splits at the separator; empty text has no parts.
inline std::vector<std::string_view> parts_of(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
        if (text.empty()) parts.emplace_back();
    }
    return parts;
}

// Validates fields, keeps the first error: a missing or bad field is read as empty or 0. Check
// `fault` after the last one.
class Fields {
  public:
    explicit Fields(std::string_view question) : rest_(question) {}

    std::string_view text() {
        const auto end = std::min(rest_.find('\0'), rest_.size());
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return found;
    }

    // The rest of the question, unparsed.
    std::string_view rest() { return std::exchange(rest_, {}); }

    // An integer from 0 to `end` - 1.
    int number(int end, const char* what) { return number_in(text(), end, what); }

    int number_in(std::string_view word, int end, const char* what) {
        int found = -1;
        const auto [past, error] = std::from_chars(word.data(), word.data() + word.size(), found);
        const bool whole = error == std::errc() && past == word.data() + word.size();
        if (whole && found >= 0 && found < end) return found;
        wrong(std::string(what) + ": expected a number below " + std::to_string(end) + ", found '" +
              std::string(word.substr(0, kShown)) + "'");
        return 0;
    }

    // Tile codes separated by spaces; flowers are allowed.
    std::vector<mj::Tile> tiles(const char* what) { return tiles_in(text(), what); }

    std::vector<mj::Tile> tiles_in(std::string_view codes, const char* what) {
        std::vector<mj::Tile> found;
        for (const auto code : parts_of(codes, ' ')) {
            found.push_back(mj::tile_of(code));
            if (found.back() != mj::kNoTile) continue;
            wrong(std::string(what) + ": no such tile: '" + std::string(code.substr(0, kShown)) +
                  "'");
            return {};
        }
        return found;
    }

    // The same for tiles in hands: no flowers, at most four of each.
    std::vector<mj::Tile> standing_tiles(const char* what) {
        const auto found = tiles(what);
        mj::Counts counts{};
        for (const mj::Tile tile : found) {
            if (tile >= mj::kTileKinds) {
                wrong(std::string(what) + ": a flower where a tile was expected");
            } else if (++counts[tile] > mj::kCopies) {
                wrong(std::string(what) + ": a fifth " + std::string(mj::code_of(tile)));
            }
        }
        return fault_.empty() ? found : std::vector<mj::Tile>();
    }

    void wrong(std::string text) {
        if (fault_.empty()) fault_ = std::move(text);
    }
    [[nodiscard]] const std::string& fault() const { return fault_; }

  private:
    static constexpr std::size_t kShown = 20;

    std::string_view rest_;
    std::string fault_;
};

}  // namespace wasm
