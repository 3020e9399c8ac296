#include "why/written.hpp"

#include "table/judge_names.hpp"

namespace mj::why {

namespace {

void write_codes(std::string_view name, const Tiles& tiles, Json& json) {
    json.key(name).list(tiles, [&](Tile tile) { json.text(code_of(tile)); });
}

void write_both(std::string_view name, const auto& both, Json& json) {
    json.key(name).list(both, [&](auto one) { json.number(one); });
}

template <typename Number>
void write_known(std::string_view name, const std::optional<Number>& number, Json& json) {
    json.key(name);
    number ? json.number(*number) : json.null();
}

void write_fan_name(const std::optional<std::uint8_t>& fan, Json& json) {
    json.key("fan");
    fan ? json.text(judge_name_of(*fan)) : json.null();
}

void write_figures_of(const Fact& fact, Json& json) {
    using enum FactKind;
    switch (fact.kind) {
        case Win: write_known("fan", fact.number, json); [[fallthrough]];
        case Unsure:
        case NoWin:
        case Equal:
        case Quick:
        case Points:
        case Learned: write_known("points", fact.points, json); break;
        case Waits:
        case Effective:
        case FactKind::Left: write_both("copies", fact.copies, json); break;
        case Closer: write_both("shanten", fact.copies, json); break;
        case Ready: write_codes("tiles", fact.tiles, json); break;
        case Keeps:
        case Makes: write_codes("tiles", fact.tiles, json); [[fallthrough]];
        case Concealed: write_fan_name(fact.name, json); break;
        case Holds:
            write_codes("tiles", fact.tiles, json);
            write_codes("lacks", fact.lacks, json);
            break;
        case NoNearer: json.key("claim").text(text_of({.kind = fact.claim})); break;
        case Nearer: write_known("tiles", fact.number, json); break;
        case Aims:
            json.key("fans").list(fact.fans, [&](auto fan) { json.text(judge_name_of(fan)); });
            if (!fact.totals) json.key("fan").null();
            break;
        case Chance: write_both("win_chance", fact.figures, json); break;
        case Danger:
        case Probability:
            write_both(kFactNames[static_cast<std::size_t>(fact.kind)], fact.figures, json);
            break;
        case Fan:
        case Pay:
        case Kong: break;
    }
    if (fact.totals) write_both("fan", *fact.totals, json);
}

void write_fact(const Fact& fact, Json& json) {
    json.open('{').key("kind").text(kFactNames[static_cast<std::size_t>(fact.kind)]);
    write_figures_of(fact, json);
    if (fact.also) json.key("also").truth(true);
    if (fact.against) json.key("against").truth(true);
    json.close('}');
}

}  // namespace

void write_reason(const std::optional<Reason>& reason, Json& json) {
    if (!reason) {
        json.null();
        return;
    }
    const Row& better = *reason->better;
    const Row& than = *reason->than;
    json.open('{').key("better").text(better.text).key("than").text(than.text);
    const auto both = [&](std::string_view name, std::optional<double> Row::* figure) {
        if (!(better.*figure) || !(than.*figure)) return;
        write_both(name, std::array{*(better.*figure), *(than.*figure)}, json);
    };
    both("expected_score", &Row::expected_score);
    both("win_chance", &Row::win_chance);
    both("danger", &Row::deal_in);
    both("learned", &Row::learned);
    json.key("facts").list(reason->facts, [&](const Fact& fact) { write_fact(fact, json); });
    json.close('}');
}

}  // namespace mj::why
