#include "bind/wasm/engine.hpp"

#include <cstdlib>
#include <cstring>

#include "bind/wasm/rows.hpp"
#include "learned/candidate_features.hpp"
#include "numbers/learned.hpp"
#include "tactics/greedy.hpp"
#include "tactics/random.hpp"

namespace wasm {

namespace {

constexpr std::string_view kPerson = "person";
constexpr int kMostTables = 64;
// Each has four players of 2 MB, and a module 256 MB (mj_lab/web/site/compiling.py).
constexpr int kMostHandsPlayedOn = 16;

// The layers of `learned` and its options.
mj::Expected<LearnedModel> learned_model() {
    namespace made = mj::numbers::learned;
    std::vector<std::vector<double>> weights;
    std::vector<std::vector<double>> biases;
    const auto* weight = made::kWeights.data();
    const double* bias = made::kBiases.data();
    std::size_t ins = mj::kCandidateFeatures;
    for (const std::size_t outs : made::kSizes) {
        weights.emplace_back(weight, weight + outs * ins);
        biases.emplace_back(bias, bias + outs);
        weight += outs * ins;
        bias += outs;
        ins = outs;
    }
    auto model = mj::AdvantageModel::of(std::move(weights), std::move(biases));
    if (!model) return model.fault();
    return LearnedModel{std::make_shared<const mj::AdvantageModel>(std::move(*model)),
                        {.margin = made::kMargin, .within = made::kWithin, .temperature = 0}};
}

}  // namespace

mj::Expected<std::unique_ptr<Engine>> Engine::of(std::span<const std::uint8_t> bytes) {
    mj::LossScale losses{};
    static_assert(std::is_trivially_copyable_v<mj::LossScale>);
    if (bytes.size() < sizeof(losses)) return mj::Fault{"no file of numbers"};
    std::memcpy(&losses, bytes.data(), sizeof(losses));
    auto learned = learned_model();
    if (!learned) return learned.fault();
    auto tables = mj::OddsTables::of(bytes.subspan(sizeof(losses)));
    if (!tables) return tables.fault();
    return std::unique_ptr<Engine>(new Engine(
        std::make_shared<const mj::OddsTables>(std::move(*tables)), std::move(*learned), losses));
}

Reply Engine::ask(std::string_view question) {
    Fields fields(question);
    const std::string_view name = fields.text();
    if (name == "wall") return wall_of(fields);
    if (name == "fan_study") return fan_study_of(fields);
    if (name == "sums") return sums_of(fields);
    if (name == "frames") return frames_of(fields);
    if (name == "played") return played_of(fields);
    if (name == "again") return again_of(fields);
    if (name == "made_wall") return made_wall_of(fields);
    if (name == "decide") return decide(fields);
    if (name == "review") return review(fields);
    if (name == "study") return study(fields);
    if (name == "effective") return effective(fields);
    if (name == "begin") return begin(fields);
    if (name == "see") return see(fields);
    if (name == "play") return play(fields);
    if (name == "record") return record(fields);
    if (name == "against") return against(fields);
    if (name == "go_on") return go_on(fields);
    if (name == "leave") return leave(fields);
    return mj::Fault{"no such question"};
}

std::shared_ptr<mj::Tactic> Engine::tactic_of(std::string_view name) {
    if (name == "random") return std::make_shared<mj::Random>();
    const auto found = players_.find(name);
    if (found != players_.end()) return found->second;
    auto player = new_shared(name);
    if (player) players_.emplace(name, player);
    return player;
}

std::shared_ptr<mj::Tactic> Engine::new_shared(std::string_view name) const {
    if (name == "learned") {
        return std::make_shared<mj::Learned>(tables_, options_, learned_.model, learned_.options);
    }
    if (name == "odds") return std::make_shared<mj::Odds>(tables_, options_);
    if (name == "rule_based") return std::make_shared<mj::RuleBased>(routes_);
    if (name == "greedy") return std::make_shared<mj::Greedy>();
    return nullptr;
}

// -- tables ---------------------------------------------------------------------------------------

// Fields: four players, the wall, the prevalent wind, whether the wall is common, the four seats'
// seeds; the answers of the turns already played, one turn per line, tabs between the seats.
Reply Engine::begin(Fields& fields) {
    const auto names = parts_of(fields.text(), ' ');
    const auto wall = fields.tiles("wall");
    const int wind = fields.number(mj::kSeats, "prevalent wind");
    const bool common = fields.number(2, "common wall") == 1;
    std::array<std::uint32_t, mj::kSeats> seeds{};
    const auto words = parts_of(fields.text(), ' ');
    for (int seat = 0; seat < mj::kSeats && words.size() == mj::kSeats; ++seat) {
        const auto word = words[seat];
        std::from_chars(word.data(), word.data() + word.size(), seeds[seat]);
    }
    if (names.size() != mj::kSeats) fields.wrong("a table has four players");
    if (const char* fault = mj::fault_of_wall(wall, wind, common)) fields.wrong(fault);
    if (open_.size() == kMostTables) fields.wrong("too many tables are open");
    Table::Players players;
    for (int seat = 0; seat < mj::kSeats && fields.fault().empty(); ++seat) {
        players[seat] = tactic_of(names[seat]);
        if (!players[seat] && names[seat] != kPerson) {
            fields.wrong("no such player: " + std::string(names[seat]));
        }
    }
    std::vector<std::vector<std::string_view>> way;
    for (const auto line : parts_of(fields.text(), '\n')) way.push_back(parts_of(line, '\t'));
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    Table table(mj::new_game(wall, wind, common), std::move(players), seeds);
    if (!way.empty()) {
        if (auto fault = table.follow(way)) return std::move(*fault);
    }
    table.begin();
    open_.emplace(++begun_, std::move(table));
    return std::to_string(begun_);
}

Table* Engine::table_of(Fields& fields) {
    const int number = fields.number(begun_ + 1, "table");
    const auto found = open_.find(number);
    if (found != open_.end()) return &found->second;
    fields.wrong("no such table");
    return nullptr;
}

// Fields: the table, the seat, the first turn whose request is wanted.
Reply Engine::see(Fields& fields) {
    const Table* table = table_of(fields);
    const int seat = fields.number(mj::kSeats, "seat");
    const int from = fields.number(mj::kMostWallTiles * 4, "from");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    mj::Json json;
    table->write(seat, static_cast<std::size_t>(from), json);
    return json.take();
}

// Fields: the table, the seat, its answer.
Reply Engine::play(Fields& fields) {
    Table* table = table_of(fields);
    const int seat = fields.number(mj::kSeats, "seat");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    if (const auto wrong = table->play(seat, fields.text())) return *wrong;
    return std::string("null");
}

// Fields: the table, the game's id, the names of the four players, one per line.
Reply Engine::record(Fields& fields) {
    const Table* table = table_of(fields);
    if (table != nullptr && !table->over()) fields.wrong("the game is not over");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const std::string_view id = fields.text();
    const auto names = parts_of(fields.text(), '\n');
    return table->line(id, {names.begin(), names.end()});
}

// Fields: a finished hand: the wall, the prevalent wind, whether the wall is common, the answers of
// its turns, one turn per line, tabs between the seats; the seat, the first turn that counts, its
// id.
Reply Engine::against(Fields& fields) {
    const auto wall = fields.tiles("wall");
    const int wind = fields.number(mj::kSeats, "prevalent wind");
    const bool common = fields.number(2, "common wall") == 1;
    const auto rows = parts_of(fields.text(), '\n');
    const int seat = fields.number(mj::kSeats, "seat");
    const int first = fields.number(mj::kMostWallTiles * 4, "first");
    if (const char* fault = mj::fault_of_wall(wall, wind, common)) fields.wrong(fault);
    if (against_.size() == kMostHandsPlayedOn) fields.wrong("too many hands are played on");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    mj::HandPlayed hand{
        mj::new_game(wall, wind, common), {}, seat, static_cast<std::size_t>(first)};
    for (const auto row : rows) {
        const auto texts = parts_of(row, '\t');
        mj::Answers answers;
        for (std::size_t other = 0; other < std::min(texts.size(), answers.size()); ++other) {
            answers[other] = mj::Answer(texts[other]);
        }
        hand.turns.push_back(answers);
    }
    const auto make = [&] {
        return std::make_unique<mj::Learned>(tables_, options_, learned_.model, learned_.options);
    };
    against_.try_emplace(++begun_, std::move(hand), make, losses_, fields.text());
    return std::to_string(begun_);
}

// Field: the number of a hand. Does a piece of the work and replies with its progress.
Reply Engine::go_on(Fields& fields) {
    const int number = fields.number(begun_ + 1, "hand");
    const auto found = against_.find(number);
    if (found == against_.end()) return mj::Fault{"no such hand"};
    mj::Against& hand = found->second;
    hand.go_on();
    const mj::AgainstBot& bot = hand.found();
    mj::Json json;
    json.open('{').key("over").truth(hand.over()).key("played").number(hand.played());
    json.key("differ").number(bot.differ).key("worlds").number(bot.worlds);
    json.key("points").number(bot.points).key("error").number(bot.error);
    return json.close('}').take();
}

Reply Engine::leave(Fields& fields) {
    const int number = fields.number(begun_ + 1, "table");
    if (open_.erase(number) + against_.erase(number) == 0) return mj::Fault{"no such table"};
    return std::string("null");
}

}  // namespace wasm

// -- what engine.js calls (mj_lab/web/site/compiling.py exports it)
// -----------------------------------

namespace {

// The reply's bytes: its size and whether it is JSON (1) or an error message (0), as two 32-bit
// words; then the text.
constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);

char* bytes_of(std::string_view text, bool is_json) {
    auto* bytes = static_cast<char*>(std::malloc(kHead + text.size()));
    const std::array<std::uint32_t, 2> head{static_cast<std::uint32_t>(text.size()),
                                            static_cast<std::uint32_t>(is_json)};
    std::memcpy(bytes, head.data(), kHead);
    std::memcpy(bytes + kHead, text.data(), text.size());
    return bytes;
}

// The handle that JavaScript keeps: the engine, or why there is none.
using Held = mj::Expected<std::unique_ptr<wasm::Engine>>;

}  // namespace

extern "C" {

void* mj_alloc(std::size_t size) { return std::malloc(size); }
void mj_free(void* bytes) { std::free(bytes); }

Held* mj_open(const std::uint8_t* data, std::size_t size) {
    return new Held(wasm::Engine::of({data, size}));
}

char* mj_ask(Held* held, const char* question, std::size_t size) {
    if (!*held) return bytes_of(held->fault().text, false);
    const wasm::Reply reply = (**held)->ask({question, size});
    return reply ? bytes_of(*reply, true) : bytes_of(reply.fault().text, false);
}

}  // extern "C"
