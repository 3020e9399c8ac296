#include "core/inflate.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace mj {

namespace {

constexpr int kLongestCode = 15;
constexpr int kEndOfBlock = 256;

// A code of Huffman's by the lengths of its words: how many words have each length, and what they
// stand for, the shortest first.
struct Code {
    std::array<int, kLongestCode + 1> counts{};
    std::vector<int> symbols;

    explicit Code(const std::vector<int>& lengths) : symbols(lengths.size()) {
        for (const int length : lengths) ++counts[length];
        counts[0] = 0;
        std::array<int, kLongestCode + 2> first{};
        for (int length = 1; length <= kLongestCode; ++length) {
            first[length + 1] = first[length] + counts[length];
        }
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            if (lengths[symbol] > 0) symbols[first[lengths[symbol]]++] = static_cast<int>(symbol);
        }
    }

    // Whether zlib takes it: no more words than there is room for, and no room left but beside
    // one word of one bit (not among `lengths`), or where there is no word at all.
    [[nodiscard]] bool is_sound(bool lengths = false) const {
        int room = 1;
        int longest = 0;
        for (int length = 1; length <= kLongestCode; ++length) {
            room = 2 * room - counts[length];
            if (room < 0) return false;
            if (counts[length] > 0) longest = length;
        }
        return room == 0 || longest == 0 || (longest == 1 && !lengths);
    }
};

class Inflating {
  public:
    Inflating(std::string_view packed, std::size_t most) : packed_(packed), most_(most) {}

    std::optional<std::string> run() {
        constexpr std::size_t kHead = 2;
        constexpr unsigned kMethod = 8;
        constexpr unsigned kDictionary = 0x20;
        if (packed_.size() < kHead) return std::nullopt;
        const unsigned method = byte(0);
        const unsigned flags = byte(1);
        if ((method & 0xFU) != kMethod || method >> 4U > 7 || (flags & kDictionary) != 0 ||
            (method << 8U | flags) % 31 != 0) {
            return std::nullopt;
        }
        at_ = kHead;
        for (bool last = false; !last;) {
            last = bits(1) == 1;
            const int kind = bits(2);
            bool good = false;
            if (kind == 0) good = stored();
            if (kind == 1) good = fixed();
            if (kind == 2) good = dynamic();
            if (!good || wrong_) return std::nullopt;
        }
        if (!is_sum_right()) return std::nullopt;
        return std::move(out_);
    }

  private:
    [[nodiscard]] unsigned byte(std::size_t at) const {
        return static_cast<unsigned char>(packed_[at]);
    }

    int bits(int count) {
        unsigned found = 0;
        for (int bit = 0; bit < count; ++bit) {
            if (left_ == 0) {
                if (at_ == packed_.size()) return wrong_ = true, 0;
                held_ = byte(at_++);
                left_ = 8;
            }
            found |= (held_ & 1U) << static_cast<unsigned>(bit);
            held_ >>= 1U;
            --left_;
        }
        return static_cast<int>(found);
    }

    bool put(char letter) {
        if (out_.size() == most_) return false;
        out_.push_back(letter);
        return true;
    }

    bool stored() {
        constexpr std::size_t kSizes = 4;
        left_ = 0;
        if (packed_.size() - at_ < kSizes) return false;
        const unsigned size = byte(at_) | byte(at_ + 1) << 8U;
        const unsigned inverse = byte(at_ + 2) | byte(at_ + 3) << 8U;
        at_ += kSizes;
        if ((size ^ 0xFFFFU) != inverse || packed_.size() - at_ < size) return false;
        if (most_ - out_.size() < size) return false;
        out_.append(packed_.substr(at_, size));
        at_ += size;
        return true;
    }

    int symbol(const Code& code) {
        int word = 0;
        int first = 0;
        int index = 0;
        for (int length = 1; length <= kLongestCode && !wrong_; ++length) {
            word += bits(1);
            const int count = code.counts[length];
            if (word - first < count) return code.symbols[index + word - first];
            index += count;
            first = 2 * (first + count);
            word *= 2;
        }
        wrong_ = true;
        return kEndOfBlock;
    }

    bool block(const Code& literals, const Code& distances) {
        while (true) {
            const int one = symbol(literals);
            if (wrong_) return false;
            if (one == kEndOfBlock) return true;
            if (one < kEndOfBlock) {
                if (!put(static_cast<char>(one))) return false;
                continue;
            }
            if (!again(one - kEndOfBlock - 1, distances)) return false;
        }
    }

    // Puts out once more what came out before: as much as this kind of length says.
    bool again(int kind, const Code& distances) {
        constexpr std::array<int, 29> kLengths{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                               15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                               67, 83, 99, 115, 131, 163, 195, 227, 258};
        constexpr std::array<int, 30> kDistances{
            1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
            193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
        if (kind >= static_cast<int>(kLengths.size())) return false;
        const int more = kind < 8 || kind == 28 ? 0 : kind / 4 - 1;
        const int length = kLengths[kind] + bits(more);
        const int from = symbol(distances);
        if (wrong_ || from >= static_cast<int>(kDistances.size())) return false;
        const int farther = from < 4 ? 0 : from / 2 - 1;
        const int back = kDistances[from] + bits(farther);
        const auto distance = static_cast<std::size_t>(back);
        if (wrong_ || distance > out_.size()) return false;
        for (int copied = 0; copied < length; ++copied) {
            if (!put(out_[out_.size() - distance])) return false;
        }
        return true;
    }

    bool fixed() {
        std::vector<int> lengths(144, 8);
        lengths.insert(lengths.end(), 112, 9);
        lengths.insert(lengths.end(), 24, 7);
        lengths.insert(lengths.end(), 8, 8);
        return block(Code(lengths), Code(std::vector<int>(30, 5)));
    }

    bool dynamic() {
        constexpr std::array<std::size_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
        const auto literals = static_cast<std::size_t>(bits(5)) + 257;
        const auto distances = static_cast<std::size_t>(bits(5)) + 1;
        constexpr std::size_t kMostLiterals = 286;
        constexpr std::size_t kMostDistances = 30;
        if (literals > kMostLiterals || distances > kMostDistances) return false;
        const int given = bits(4) + 4;
        std::vector<int> lengths(kOrder.size());
        for (int place = 0; place < given; ++place) lengths[kOrder[place]] = bits(3);
        const Code code(lengths);
        if (!code.is_sound(true)) return false;
        lengths.clear();
        while (lengths.size() < literals + distances) {
            const int one = symbol(code);
            if (wrong_) return false;
            if (one <= kLongestCode) {
                lengths.push_back(one);
                continue;
            }
            if (one == 16 && lengths.empty()) return false;
            const int length = one == 16 ? lengths.back() : 0;
            lengths.insert(lengths.end(), times(one), length);
        }
        if (lengths.size() > literals + distances || lengths[kEndOfBlock] == 0) return false;
        const auto split = lengths.begin() + static_cast<std::ptrdiff_t>(literals);
        const Code of_literals({lengths.begin(), split});
        const Code of_distances({split, lengths.end()});
        return of_literals.is_sound() && of_distances.is_sound() &&
               block(of_literals, of_distances);
    }

    // How often a length stands there, by the word that says so.
    std::size_t times(int word) {
        if (word == 16) return static_cast<std::size_t>(bits(2)) + 3;
        if (word == 17) return static_cast<std::size_t>(bits(3)) + 3;
        return static_cast<std::size_t>(bits(7)) + 11;
    }

    // Adler-32 of what came out.
    [[nodiscard]] bool is_sum_right() const {
        constexpr std::uint32_t kPrime = 65521;
        constexpr std::size_t kSum = 4;
        if (packed_.size() - at_ < kSum) return false;
        std::uint32_t low = 1;
        std::uint32_t high = 0;
        for (const char letter : out_) {
            low = (low + static_cast<unsigned char>(letter)) % kPrime;
            high = (high + low) % kPrime;
        }
        std::uint32_t given = 0;
        for (std::size_t place = 0; place < kSum; ++place) given = given << 8U | byte(at_ + place);
        return given == (high << 16U | low);
    }

    std::string_view packed_;
    std::size_t most_;
    std::size_t at_ = 0;
    unsigned held_ = 0;
    int left_ = 0;
    bool wrong_ = false;
    std::string out_;
};

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (text.size() % 4 != 0) return std::nullopt;
    const auto padding = static_cast<std::size_t>(text.ends_with('=')) +
                         static_cast<std::size_t>(text.ends_with("=="));
    text.remove_suffix(padding);
    std::string bytes;
    std::uint32_t held = 0;
    int count = 0;
    for (const char letter : text) {
        const auto value = kLetters.find(letter);
        if (value == std::string_view::npos) return std::nullopt;
        held = held << 6U | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<char>(held >> static_cast<unsigned>(count) & 0xFFU));
    }
    return bytes;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t most) {
    return Inflating(packed, most).run();
}

}  // namespace mj
