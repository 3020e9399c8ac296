// Engine: all that a page asks of, made once of the table of targets and the scale of losses: fan,
// decisions, reviews, tables. No question leaves anything behind in it but the tables that were
// begun, and the hands that are played on.
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

// JSON, or what is wrong with the question.
using Reply = mj::Expected<std::string>;

// The model of `learned`, and how it is used.
struct LearnedModel {
    std::shared_ptr<const mj::AdvantageModel> model;
    mj::LearnedOptions options;
};

class Engine {
  public:
    // Of the scale of losses as it lies in memory, then the table of targets as OddsTables takes
    // it. Says what is wrong with other bytes.
    static mj::Expected<std::unique_ptr<Engine>> of(std::span<const std::uint8_t> bytes);

    // Answers a question: its name and its fields, with a 0 between each two. engine.js says what
    // the fields are.
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

    // Every candidate, and why the first and not the one with this action, if there is one.
    void write_said(const mj::GameState& state, const std::vector<mj::Explained>& explained,
                    const mj::Action* than, mj::Json& json);
    [[nodiscard]] std::unique_ptr<mj::Tactic> tactic_of(std::string_view name) const;
    Table* table_of(Fields& fields);

    std::shared_ptr<const mj::OddsTables> tables_;
    std::shared_ptr<const mj::ChowTargets> routes_ = std::make_shared<const mj::ChowTargets>();
    mj::OddsOptions options_;
    LearnedModel learned_;
    mj::LossScale losses_;
    mj::Learned adviser_;
    std::map<int, Table> open_;
    std::map<int, mj::Against> against_;
    int begun_ = 0;
};

// A wall of the words that a seed of Python's random.Random makes, lowest first.
Reply wall_of(Fields& fields);

// What a complete hand that a person wrote is worth.
Reply fan_study_of(Fields& fields);

// What reviewed games add up to.
Reply sums_of(Fields& fields);

// What lies on the table at every turn of a game, or as a seat saw it.
Reply frames_of(Fields& fields);

// The game of a hand by what was drawn and done; of a record played again by its answers; a wall.
Reply played_of(Fields& fields);
Reply again_of(Fields& fields);
Reply made_wall_of(Fields& fields);

}  // namespace wasm
