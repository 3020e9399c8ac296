#include "study/rows.hpp"

#include <bit>

#include "table/win_rows.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

using Names = std::pair<std::string_view, std::string_view>;

// In the order of WinForm.
constexpr std::array<Names, kFormNames.size()> kBothNames{
    Names{"四组一对", "Four sets and a pair"}, Names{"七对", "Seven Pairs"},
    Names{"十三幺", "Thirteen Orphans"}, Names{"全不靠", "Honors and Knitted"},
    Names{"组合龙", "Knitted Straight"}};

}  // namespace

void write_form(WinForm form, Json& json) {
    const auto& [chinese, english] = kBothNames[static_cast<std::size_t>(form)];
    json.key("form").text(name_of(form)).key("chinese").text(chinese).key("english").text(english);
}

void write_tiles(const Counts& counts, Json& json) {
    json.open('[');
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        for (int copy = 0; copy < counts[tile]; ++copy) json.text(code_of(tile));
    }
    json.close(']');
}

void write_effective(TileSet tiles, const Counts& unseen, Json& json) {
    json.key("effective").open('{');
    for (TileSet left = tiles; left != 0; left &= left - 1) {
        const auto tile = static_cast<Tile>(std::countr_zero(left));
        if (unseen[tile] > 0) json.key(code_of(tile)).number(unseen[tile]);
    }
    json.close('}').key("copies").number(copies_left(tiles, unseen));
}

void write_least(const Least& least, const Counts& unseen, Json& json) {
    json.key("shanten").number(least.distance);
    write_effective(least.effective, unseen, json);
    json.key("forms").list(least.forms, [&](WinForm form) { json.text(name_of(form)); });
}

void write_waits(const std::vector<Wait>& waits, int flowers, Json& json) {
    json.list(waits, [&](const Wait& wait) {
        json.open('{').key("tile").text(code_of(wait.tile)).key("left").number(wait.left);
        json.key("on_discard");
        write_paid(wait.on_discard, flowers, false, json);
        json.key("self_drawn");
        write_paid(wait.self_drawn, flowers, true, json);
        json.close('}');
    });
}

void write_waits_after(const GameState& state, std::span<const Action> legal, Json& json) {
    json.open('{');
    for (const Action& action : legal) {
        if (!discards(action)) continue;
        const Position left = hand_after(state, action);
        const auto waits = waits_of(state, left.hand, left.melds);
        if (waits.empty()) continue;
        json.key(text_of(action));
        write_waits(waits, state.flowers[state.seat], json);
    }
    json.close('}');
}

}  // namespace mj
