#include "records/people/moment.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace mj {

namespace {

// Reads a moment (2026-11-23 12:30:05, a zone behind it): numbers at fixed places.
class Moment {
  public:
    explicit Moment(std::string_view text) : rest_(text) {}

    // Seconds since 1970; nothing if it is no time. Without a zone it is China's.
    std::optional<std::int64_t> seconds() {
        namespace chrono = std::chrono;
        constexpr int kChina = 8 * 3600;
        const int year = number(4);
        const int month = after('-') ? number(2) : 0;
        const int day = after('-') ? number(2) : 0;
        const chrono::year_month_day date{chrono::year(year),
                                          chrono::month(static_cast<unsigned>(month)),
                                          chrono::day(static_cast<unsigned>(day))};
        if (wrong_ || year < 1 || !date.ok()) return std::nullopt;
        std::int64_t found = chrono::sys_days(date).time_since_epoch().count() * 86'400;
        if (rest_.empty()) return found - kChina;
        rest_.remove_prefix(1);
        found += clock(true);
        int zone = kChina;
        if (!rest_.empty() && rest_ != "Z") {
            const int sign = rest_[0] == '-' ? -1 : 1;
            if (rest_[0] != '-' && rest_[0] != '+') return std::nullopt;
            rest_.remove_prefix(1);
            zone = sign * clock(false);
        } else if (rest_ == "Z") {
            zone = 0;
            rest_ = {};
        }
        if (wrong_ || !rest_.empty()) return std::nullopt;
        return found - zone;
    }

  private:
    int number(std::size_t digits) {
        const auto text = rest_.substr(0, digits);
        if (text.size() < digits ||
            text.find_first_not_of("0123456789") != std::string_view::npos) {
            wrong_ = true;
            return 0;
        }
        rest_.remove_prefix(digits);
        int found = 0;
        std::from_chars(text.data(), text.data() + digits, found);
        return found;
    }

    bool after(char mark) {
        if (rest_.empty() || rest_[0] != mark) return false;
        rest_.remove_prefix(1);
        return true;
    }

    // Hours, and minutes and seconds if there are any.
    int clock(bool has_parts) {
        const int hours = number(2);
        const int minutes = after(':') ? number(2) : 0;
        const int seconds = after(':') ? number(2) : 0;
        if (hours > 23 || minutes > 59 || seconds > 59) wrong_ = true;
        if (has_parts && after('.')) {
            const auto end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
            if (end == 0) wrong_ = true;
            rest_.remove_prefix(end);
        }
        return 3600 * hours + 60 * minutes + seconds;
    }

    std::string_view rest_;
    bool wrong_ = false;
};

}  // namespace

std::optional<std::int64_t> seconds_of(std::string_view moment) { return Moment(moment).seconds(); }

}  // namespace mj
