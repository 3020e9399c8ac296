// Numbers: the file of numbers by name that the browser loads, as mj_lab/site/numbers.py packs it.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"

namespace wasm {

// What one name has: numbers in rows of these lengths, all in one, as they lie in the file.
struct Entry {
    std::vector<std::size_t> rows;
    int width = 0;  // bytes of a whole number; 0 for doubles
    std::span<const std::uint8_t> bytes;

    [[nodiscard]] std::size_t size() const;
    // The double at this place.
    [[nodiscard]] double at(std::size_t place) const;
    // Whole numbers: differences of neighbours, plane by plane of bytes, added up again.
    template <typename Number>
    [[nodiscard]] std::vector<Number> summed() const {
        std::vector<Number> numbers(size());
        std::uint32_t sum = 0;
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << (8U * width)) - 1);
        for (std::size_t place = 0; place < numbers.size(); ++place) {
            for (int plane = 0; plane < width; ++plane) {
                sum += std::uint32_t{bytes[plane * numbers.size() + place]} << (8U * plane);
            }
            sum &= mask;
            numbers[place] = static_cast<Number>(sum);
        }
        return numbers;
    }
};

// The file by name; the bytes stay where they are.
class Numbers {
  public:
    // Says what is wrong with bytes that are no such file.
    static mj::Expected<Numbers> of(std::span<const std::uint8_t> bytes);

    [[nodiscard]] const Entry* find(const std::string& name) const;

  private:
    std::map<std::string, Entry> entries_;
};

// A double, or several, that become whatever they are asked for. What is missing or has another
// size becomes zero, and `fault` has its name: look at it when all is read.
class Value {
  public:
    Value(const Numbers& numbers, std::string name, std::string& fault)
        : entry_(numbers.find(name)), name_(std::move(name)), fault_(fault) {}

    template <typename Wanted>
    operator Wanted() const {  // NOLINT(*-explicit-constructor): that is its use
        Wanted wanted{};
        std::size_t place = 0;
        const bool real = entry_ != nullptr && entry_->width == 0;
        if (real && take(wanted, place) && place == entry_->size()) return wanted;
        if (fault_.empty()) fault_ = name_;
        return Wanted{};
    }

    // The same of whole numbers.
    template <typename Number>
    [[nodiscard]] std::vector<Number> whole() const {
        if (entry_ != nullptr && entry_->width > 0) return entry_->summed<Number>();
        if (fault_.empty()) fault_ = name_;
        return {};
    }

  private:
    template <typename Number>
        requires std::is_arithmetic_v<Number>
    bool take(Number& into, std::size_t& place) const {
        if (place == entry_->size()) return false;
        into = static_cast<Number>(entry_->at(place++));
        return true;
    }
    template <typename One, std::size_t Size>
    bool take(std::array<One, Size>& into, std::size_t& place) const {
        for (One& one : into) {
            if (!take(one, place)) return false;
        }
        return true;
    }
    template <typename One, typename Other>
    bool take(std::pair<One, Other>& into, std::size_t& place) const {
        return take(into.first, place) && take(into.second, place);
    }
    // Rows of any length, or one row of numbers, or of arrays and pairs.
    template <typename One>
    bool take(std::vector<std::vector<One>>& into, std::size_t& place) const {
        for (const std::size_t length : entry_->rows) {
            into.emplace_back(length);
            for (One& one : into.back()) {
                if (!take(one, place)) return false;
            }
        }
        return true;
    }
    template <typename One>
    bool take(std::vector<One>& into, std::size_t& place) const {
        while (place < entry_->size()) {
            into.emplace_back();
            if (!take(into.back(), place)) return false;
        }
        return true;
    }

    const Entry* entry_;
    std::string name_;
    std::string& fault_;
};

// The numbers whose names begin so, by what follows.
class Named {
  public:
    Named(const Numbers& numbers, std::string within, std::string& fault)
        : numbers_(numbers), within_(std::move(within)), fault_(fault) {}

    Value operator()(const char* name) const { return {numbers_, within_ + name, fault_}; }
    Named in(const char* name) const { return {numbers_, within_ + name + ".", fault_}; }

  private:
    const Numbers& numbers_;
    std::string within_;
    std::string& fault_;
};

}  // namespace wasm
