#include "readings/fan_study.hpp"

#include <algorithm>
#include <bitset>

#include "study/rows.hpp"
#include "table/game.hpp"
#include "table/win_rows.hpp"

namespace mj::readings {

namespace {

// Indexes into kFlagNames.
enum Flag : std::uint8_t { kSelfDrawn, kLastCopy, kReplacement, kRobbing, kLastTile };
using Flags = std::bitset<kFlagNames.size()>;

bool is_meld(const Meld& meld) {
    return meld.kind == MeldKind::Chow ? is_chow_middle(meld.tile) : meld.tile < kTileKinds;
}

// The hand without the winning tile, or why it is not complete.
Expected<Complete> completed(const WrittenHand& written) {
    if (!std::ranges::all_of(written.melds, is_meld)) return Fault{"no such meld"};
    Complete made{written.hand, written.melds, written.tile, {}};
    const int whole = kHandSize + 1 - 3 * written.melds.size;
    if (made.tile == kNoTile) {
        made.tile = written.last;
    } else if (made.tile < kTileKinds && sum_of(made.hand) == whole - 1) {
        if (held_of(made.hand, made.melds)[made.tile] == kCopies) {
            return Fault{"a fifth " + std::string(code_of(made.tile))};
        }
        ++made.hand[made.tile];
    }
    if (sum_of(made.hand) != whole || made.tile == kNoTile) {
        return Fault{"a complete hand has " + std::to_string(whole) +
                     " tiles beside its melds, not " + std::to_string(sum_of(made.hand))};
    }
    if (made.tile >= kTileKinds || made.hand[made.tile] == 0) {
        return Fault{std::string(code_of(made.tile)) + " is not among the concealed tiles"};
    }
    --made.hand[made.tile];
    return made;
}

Expected<Flags> flags_of(const std::vector<std::string_view>& names) {
    Flags given;
    for (const std::string_view name : names) {
        const auto place =
            static_cast<std::size_t>(std::ranges::find(kFlagNames, name) - kFlagNames.begin());
        if (place == kFlagNames.size()) {
            std::string text = "flags: expected ";
            for (const auto known : kFlagNames) text.append(known).append(", ");
            return Fault{text + "found '" + std::string(name.substr(0, 40)) + "'"};
        }
        given.set(place);
    }
    if (given[kReplacement]) given.set(kSelfDrawn);
    return given;
}

// An error if the flags contradict each other or this hand; else empty.
std::string fault_of(const Flags& flags, const Complete& hand) {
    const std::string code(code_of(hand.tile));
    const auto is_kong = [](const Meld& meld) { return meld.kind == MeldKind::Kong; };
    if (flags[kRobbing] && flags[kSelfDrawn]) return "a robbed tile is not self-drawn";
    if (flags[kRobbing] && flags[kLastCopy]) return "a robbed tile does not count as the last copy";
    if (flags[kRobbing] && held_of(hand.hand, hand.melds)[hand.tile] > 0) {
        return "a " + code + " is in the hand: no kong of it can be robbed";
    }
    if (flags[kLastCopy] && hand.hand[hand.tile] > 0) {
        return "another " + code + " is concealed in the hand: not the last copy";
    }
    if (flags[kReplacement] && std::ranges::none_of(hand.melds, is_kong)) {
        return "a replacement tile comes after a kong, and there is no kong";
    }
    return "";
}

// A win and what the winner gets: the same from each other seat if self-drawn, else most from the
// discarder; nothing under 8 fan.
void write_worth(const Win& win, bool self_drawn, Json& json) {
    write_win(win, json);
    json.key("points");
    if (win.fan < kLeastFan) {
        json.null();
        return;
    }
    const int stake = kBaseScore + win.total;
    json.open('{').key("all").number(points_of_win(win.total, self_drawn)).key("giver");
    self_drawn ? json.null() : json.number(stake);
    json.key("others").number(self_drawn ? stake : kBaseScore).close('}');
}

void write_reading(const ReadingFans& one, int most, Json& json) {
    json.open('{');
    write_form(one.reading.form, json);
    json.key("parts").list(one.reading.parts, [&](const Part& part) {
        json.open('{').key("kind").text(kPartNames[static_cast<std::size_t>(part.kind)]);
        json.key("tiles").list(part.tiles, [&](Tile tile) { json.text(code_of(tile)); }).close('}');
    });
    write_win(one.win, json);
    json.key("best").truth(one.win.fan == most).close('}');
}

// Repeats the question in the answer: how the tile came, and the rest.
void write_question(const WrittenHand& written, const Flags& flags, const Complete& hand,
                    Json& json) {
    json.key("hand");
    write_tiles(hand.hand, json);
    json.key("tile").text(code_of(hand.tile)).key("flags").open('[');
    for (std::size_t flag = 0; flag < kFlagNames.size(); ++flag) {
        if (flags[flag]) json.text(kFlagNames[flag]);
    }
    json.close(']').key("seat").number(written.seat);
    json.key("prevalent_wind").number(written.prevalent_wind);
    json.key("flowers").number(written.flowers);
    json.key("calculator").text(kCountNames[static_cast<std::size_t>(written.count)]);
}

Fault not_complete(const Complete& hand) {
    const std::string code(code_of(hand.tile));
    const int far = Shanten().distance(hand.hand);
    const std::string why = far > 0 ? "without " + code + " its shanten is " + std::to_string(far)
                                    : code + " does not complete it";
    return Fault{"this is no complete hand: " + why};
}

}  // namespace

Expected<std::string> fan_study(const WrittenHand& written) {
    auto hand = completed(written);
    if (!hand) return hand.fault();
    const auto given = flags_of(written.flags);
    if (!given) return given.fault();
    const Flags flags = *given;
    if (auto fault = fault_of(flags, *hand); !fault.empty()) return Fault{std::move(fault)};
    const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
    hand->context = {
        flags[kSelfDrawn],    flags[kLastCopy],   flags[kReplacement] || flags[kRobbing],
        flags[kLastTile],     byte(written.seat), byte(written.prevalent_wind),
        byte(written.flowers)};
    const bool by_judge = written.count == FanCount::Judge;
    const auto found = counted(*hand, written.count);
    const auto other = counted(*hand, by_judge ? FanCount::MahjongGB : FanCount::Judge);
    if (!found || !other) return not_complete(*hand);
    Json json;
    json.open('{');
    write_question(written, flags, *hand, json);
    write_worth(*found, flags[kSelfDrawn], json);
    json.key("other");
    if (other->fan == found->fan) {
        json.null();
    } else {
        json.open('{');
        write_worth(*other, flags[kSelfDrawn], json);
        json.close('}');
    }
    const auto write = [&](const ReadingFans& one) { write_reading(one, found->fan, json); };
    return json.key("divisions").list(reading_fans(*hand, written.count), write).close('}').take();
}

}  // namespace mj::readings
