// What the engine reads of files of records: the hands in them, as mj_lab keeps hands.
#include "bind/wasm/engine.hpp"
#include "core/json.hpp"
#include "records/found.hpp"
#include "records/judged.hpp"

namespace wasm {

// The file's name, how many hands it may hold, its text.
Reply records_in(Fields& fields) {
    constexpr int kMostHands = 1024 * 1024;
    const std::string name(fields.text());
    const int most = fields.number(kMostHands, "hands");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto found = mj::read_file(fields.rest(), name, static_cast<std::size_t>(most));
    if (!found) return found.fault();
    mj::Json json;
    json.open('{').key("hands").list(found->hands, [&](const mj::ReadHand& hand) {
        json.open('{').key("place").text(hand.place);
        json.key("record").json(mj::line_of(hand.match)).key("wrong");
        if (const auto wrong = mj::disagreement(hand.match)) {
            json.text(*wrong);
        } else {
            json.null();
        }
        json.close('}');
    });
    const auto write_text = [&](const std::string& text) { json.text(text); };
    return json.key("skipped").list(found->skipped, write_text).close('}').take();
}

}  // namespace wasm
