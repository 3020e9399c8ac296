#include "table/win_rows.hpp"

#include "table/game.hpp"
#include "table/judge_names.hpp"

namespace mj {

void write_fan(std::uint8_t fan, int times, Json& json) {
    json.open('[').text(judge_name_of(fan)).text(fan::kFanNames[fan].english);
    json.number(fan::kFanValues[fan]).number(times).close(']');
}

void write_win(const Win& win, Json& json) {
    json.key("fan").number(win.fan).key("enough").truth(win.fan >= kLeastFan);
    json.key("fans").list(win.fans(),
                          [&](const FanItem& item) { write_fan(item.fan, item.times, json); });
}

void write_paid(const Win& win, int flowers, bool self_drawn, Json& json) {
    const bool enough = win.fan >= kLeastFan;
    json.open('{');
    write_win(win, json);
    json.key("points").number(enough ? points_of_win(win.fan + flowers, self_drawn) : 0);
    json.close('}');
}

}  // namespace mj
