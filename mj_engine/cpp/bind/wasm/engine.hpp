// Engine: the engine behind a page, built from numbers.bin: fans, decisions, reviews, tables. It
// keeps no state between questions except open tables and hands being played on.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "bind/wasm/fields.hpp"
#include "bind/wasm/table.hpp"
#include "core/expected.hpp"
#include "learned/learned.hpp"
#include "play/against.hpp"
#include "review/said.hpp"
#include "routes/rule_based.hpp"

namespace wasm {

// JSON, or an error message.
using Reply = mj::Expected<std::string>;

// The model of `learned` and its options.
struct LearnedModel {
    std::shared_ptr<const mj::AdvantageModel> model;
    mj::LearnedOptions options;
};

class Engine {
  public:
    // Builds it from the bytes of the loss scale, followed by the target table as OddsTables reads
    // it. Returns an error for anything else.
    static mj::Expected<std::unique_ptr<Engine>> of(std::span<const std::uint8_t> bytes);

    // Answers a question: its name and fields, separated by zero bytes. engine.js lists them.
    Reply ask(std::string_view question);

  private:
    Engine(std::shared_ptr<const mj::OddsTables> tables, LearnedModel learned,
           const mj::LossScale& losses)
        : tables_(std::move(tables)),
          learned_(std::move(learned)),
          losses_(losses),
          adviser_(tables_, options_, learned_.model, learned_.options) {}

    Reply decide(Fields& fields);
    Reply review(Fields& fields);
    Reply study(Fields& fields);
    Reply effective(Fields& fields);
    Reply begin(Fields& fields);
    Reply see(Fields& fields);
    Reply play(Fields& fields);
    Reply record(Fields& fields);
    Reply against(Fields& fields);
    Reply go_on(Fields& fields);
    Reply leave(Fields& fields);

    // Writes every candidate, and why the first is better than the action `than`, if it is given.
    void write_said(const mj::GameState& state, const std::vector<mj::Explained>& explained,
                    const mj::Action* than, mj::Json& json);
    // The player of that name, null if there is none. One that decides by the state alone serves
    // all tables, as its caches take 2 MB.
    std::shared_ptr<mj::Tactic> tactic_of(std::string_view name);
    [[nodiscard]] std::shared_ptr<mj::Tactic> new_shared(std::string_view name) const;
    Table* table_of(Fields& fields);

    std::shared_ptr<const mj::OddsTables> tables_;
    std::shared_ptr<const mj::ChowTargets> routes_ = std::make_shared<const mj::ChowTargets>();
    mj::OddsOptions options_;
    LearnedModel learned_;
    mj::LossScale losses_;
    mj::Learned adviser_;
    std::map<std::string, std::shared_ptr<mj::Tactic>, std::less<>> players_;
    std::map<int, Table> open_;
    std::map<int, mj::Against> against_;
    int begun_ = 0;
};

// A wall from the seed words of Python's random.Random, lowest first.
Reply wall_of(Fields& fields);

// The fan of a complete hand that a person entered.
Reply fan_study_of(Fields& fields);

// The totals of reviewed games.
Reply sums_of(Fields& fields);

// What lies on the table at every turn of a game, or as one seat saw it.
Reply frames_of(Fields& fields);

// Plays a hand from its draws and actions; replays a record from its answers; makes a wall.
Reply played_of(Fields& fields);
Reply again_of(Fields& fields);
Reply made_wall_of(Fields& fields);

}  // namespace wasm
