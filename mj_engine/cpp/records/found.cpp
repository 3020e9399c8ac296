#include "records/found.hpp"

#include <algorithm>

#include "records/botzone_log.hpp"
#include "records/people/salasasa.hpp"
#include "records/people/tziakcha.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

constexpr std::size_t kMostHands = 64;  // of one match: it has 16
constexpr std::size_t kMostRecord = 4'000'000;
constexpr std::size_t kLongestFault = 500;
constexpr std::size_t kMostSkipped = 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kNotFetched =
    "the hands of this match are named, not in it: mj records fetch gets them";
constexpr std::string_view kOneView =
    "what one seat saw: the other hands and the wall are not in it";

Fault fault_at(const std::string& place, std::string_view what) {
    return {std::string(first_letters(one_line(place + ": " + std::string(what)), kLongestFault))};
}

// A match of people's as it is, or what is wrong with its hand.
Expected<MatchOnRecord> built(const std::string& place, const PlayedHand& hand, Trouble& trouble) {
    if (!trouble) {
        auto match = folded(hand, trouble);
        if (!trouble) return match;
    }
    return fault_at(place, trouble.text());
}

FoundHands only(const std::string& place, Expected<MatchOnRecord> match) {
    FoundHands found;
    found.hands.push_back({place, std::move(match)});
    return found;
}

// The hands of a match by their labels, each read by `hand(its number, trouble)`.
template <typename Numbers, typename Hand>
FoundHands hands_of(const std::string& place, const Numbers& numbers, const Hand& hand) {
    FoundHands found{.hands = {}, .of_many = numbers.size() != 1};
    if (numbers.size() > kMostHands) {
        return only(place, fault_at(place, std::to_string(numbers.size()) + " hands in one match"));
    }
    for (const int number : numbers) {
        const std::string where =
            found.of_many ? place + ": hand " + std::to_string(number) : place;
        Trouble trouble;
        const PlayedHand played = hand(number, trouble);
        found.hands.push_back({where, built(where, played, trouble)});
    }
    return found;
}

FoundHands salasasa_hands(const JsonValue& record, const std::string& place) {
    Trouble trouble;
    const SalasasaMatch match(record, trouble);
    if (trouble) return only(place, fault_at(place, trouble.text()));
    std::vector<int> numbers;
    for (const auto& [number, hand] : match.hands()) numbers.push_back(number);
    return hands_of(place, numbers,
                    [&](int number, Trouble& wrong) { return match.hand(number, wrong); });
}

bool is_tziakcha_match(const JsonValue& record) {
    const JsonValue* records = record.find("records");
    if (records == nullptr || !records->is(Kind::List)) return false;
    return record.find("session") != nullptr || record.find("periods") != nullptr ||
           std::ranges::any_of(records->list, is_tziakcha_hand);
}

FoundHands tziakcha_hands(const JsonValue& record, const std::string& place) {
    const JsonValue* given = record.find("session");
    const JsonValue& session = given == nullptr ? record : *given;
    const auto& records = record.find("records")->list;
    if (std::ranges::none_of(records, is_tziakcha_hand)) {
        return only(place,
                    fault_at(place, records.empty() ? "records: no hand in it" : kNotFetched));
    }
    const JsonValue* periods = session.find("periods");
    const bool is_count = periods != nullptr && periods->is(Kind::Whole) && periods->whole >= 1 &&
                          periods->whole <= static_cast<std::int64_t>(kMostHands);
    const int hands = is_count ? static_cast<int>(periods->whole) : 0;
    const std::string name = text_in(session.find("id"));
    std::vector<int> numbers;
    for (std::size_t number = 1; number <= records.size(); ++number) {
        numbers.push_back(static_cast<int>(number));
    }
    return hands_of(place, numbers, [&](int number, Trouble& trouble) {
        return tziakcha_hand(records[static_cast<std::size_t>(number) - 1], name, hands, trouble);
    });
}

bool is_one_view(const JsonValue& record) {
    const JsonValue* requests = record.find("requests");
    if (requests == nullptr || !requests->is(Kind::List)) return false;
    const auto is_text = [](const JsonValue& one) { return one.is(Kind::Text); };
    return std::ranges::all_of(requests->list, is_text) &&
           (!requests->list.empty() || record.find("responses") != nullptr);
}

Expected<MatchOnRecord> match_of(const JsonValue& record) {
    if (record.is(Kind::List)) return match_of_log(record);
    if (!record.is(Kind::Object)) {
        return Fault{"expected a match, found " + std::string(type_name(&record))};
    }
    const JsonValue* success = record.find("success");
    if (success != nullptr && success->is(Kind::Truth) && !success->truth) {
        const std::string message = text_in(record.find("message"));
        return Fault{"the platform refused: " + (message.empty() ? "no reason" : message)};
    }
    if (is_one_view(record)) return Fault{std::string(kOneView)};
    if (record.find("requests") == nullptr) return match_of_log(record);
    MatchOnRecord match;
    if (const auto fault = read_fields(record, MatchFields::All, match)) return *fault;
    return match;
}

// -- files ----------------------------------------------------------------------------------------

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\n\v\f\r";
    const auto first = std::min(text.find_first_not_of(kBlanks), text.size());
    const auto last = text.find_last_not_of(kBlanks);
    return text.substr(first, last == std::string_view::npos ? 0 : last + 1 - first);
}

// Where an entry of a list ends: at a comma or the bracket; past the text if nowhere.
std::size_t end_of_entry(std::string_view text, std::size_t at) {
    int depth = 0;
    bool in_string = false;
    for (; at < text.size(); ++at) {
        const char mark = text[at];
        if (in_string && mark == '\\') {
            ++at;
        } else if (mark == '"') {
            in_string = !in_string;
        } else if (in_string) {
            continue;
        } else if (mark == '[' || mark == '{') {
            ++depth;
        } else if (depth == 0 && (mark == ',' || mark == ']')) {
            return at;
        } else if (mark == ']' || mark == '}') {
            --depth;
        }
    }
    return text.size();
}

class FileReader {
  public:
    FileReader(const std::string& name, std::size_t most) : name_(name), most_(most) {}

    Expected<ReadFile> run(std::string_view text) {
        if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
        if (trimmed(text).empty()) {
            wrong(name_ + ": nothing in it");
        } else if (trimmed(text).front() == '[') {
            entries(trimmed(text));
        } else {
            lines(text);
        }
        if (fault_.empty() && !skipped_first_.empty()) {
            wrong(read_.hands.empty() ? skipped_first_ : std::string());
        }
        if (!fault_.empty()) return Fault{fault_};
        return std::move(read_);
    }

  private:
    void wrong(const std::string& what) {
        if (fault_.empty()) fault_ = what;
    }

    void entries(std::string_view text) {
        std::vector<std::pair<std::string, JsonValue>> log;
        std::size_t at = 1;
        int number = 0;
        if (const auto inner = trimmed(text.substr(1)); inner.starts_with(']')) {
            const bool is_list = inner.size() == 1;
            return wrong(name_ + (is_list ? ": nothing in it"
                                          : ": behind entry 0: no JSON: more behind the list"));
        }
        while (fault_.empty()) {
            const auto end = end_of_entry(text, at);
            if (end == text.size() || end - at > kMostRecord) {
                return wrong(name_ + ": behind entry " + std::to_string(number) +
                             ": no JSON, or too large for a record: no end of it");
            }
            const std::string place = name_ + ": entry " + std::to_string(++number);
            auto record = json_value_of(text.substr(at, end - at));
            if (!record) return wrong(place + ": no JSON: " + record.fault().text);
            // Botzone's list alone: what the judge put out and what the players answered, in turn.
            if (!log.empty() || (number == 1 && is_log_entry(*record))) {
                log.emplace_back(place, std::move(*record));
            } else {
                take(*record, place);
            }
            at = end + 1;
            if (text[end] == ']') break;
        }
        if (fault_.empty() && !trimmed(text.substr(at)).empty()) {
            wrong(name_ + ": behind entry " + std::to_string(number) +
                  ": no JSON: more behind the list");
        }
        if (log.empty() || !fault_.empty()) return;
        JsonValue whole;
        whole.kind = Kind::List;
        for (auto& [place, entry] : log) whole.list.push_back(std::move(entry));
        take(whole, name_);
    }

    void lines(std::string_view text) {
        int number = 0;
        bool is_first = true;
        while (!text.empty() && fault_.empty()) {
            const auto end = std::min(text.find('\n'), text.size());
            const std::string_view line = text.substr(0, end);
            const std::string_view rest = text.substr(std::min(end + 1, text.size()));
            const std::string place = name_ + ": line " + std::to_string(++number);
            if (line.size() > kMostRecord) {
                return wrong(place + ": over 4 MB, too large for a record");
            }
            if (!trimmed(line).empty()) {
                auto record = json_value_of(line);
                if (!record && is_first) return whole(text, place, record.fault());
                if (!record) return wrong(place + ": no JSON: " + record.fault().text);
                const bool is_only = is_first && trimmed(rest).empty();
                take(*record, is_only ? name_ : place);
                is_first = false;
            }
            text = rest;
        }
    }

    // The one value that a file is, over many lines; else its first line is wrong.
    void whole(std::string_view text, const std::string& place, const Fault& fault) {
        auto record = text.size() <= 2 * kMostRecord ? json_value_of(text) : fault;
        if (!record) return wrong(place + ": no JSON: " + fault.text);
        take(*record, name_);
    }

    void take(const JsonValue& record, const std::string& place) {
        auto found = hands_in(record, place);
        for (auto& hand : found.hands) {
            if (read_.hands.size() == most_) {
                return wrong(name_ + ": over " + std::to_string(most_) + " matches in one file");
            }
            if (hand.match) {
                read_.hands.push_back({std::move(hand.place), std::move(*hand.match)});
            } else if (!found.of_many) {
                return wrong(hand.match.fault().text);
            } else {
                if (skipped_first_.empty()) skipped_first_ = hand.match.fault().text;
                if (read_.skipped.size() < kMostSkipped) {
                    read_.skipped.push_back(hand.match.fault().text);
                }
            }
        }
    }

    const std::string& name_;
    std::size_t most_;
    ReadFile read_;
    std::string fault_, skipped_first_;
};

}  // namespace

FoundHands hands_in(const JsonValue& record, const std::string& place) {
    if (SalasasaMatch::is_one(record)) return salasasa_hands(record, place);
    if (is_tziakcha_hand(record)) {
        Trouble trouble;
        const auto hand = tziakcha_hand(record, "", 0, trouble);
        return only(place, built(place, hand, trouble));
    }
    if (is_tziakcha_match(record)) return tziakcha_hands(record, place);
    auto match = match_of(record);
    if (!match) return only(place, fault_at(place, match.fault().text));
    return only(place, std::move(match));
}

Expected<ReadFile> read_file(std::string_view text, const std::string& name, std::size_t most) {
    return FileReader(name, most).run(text);
}

}  // namespace mj
