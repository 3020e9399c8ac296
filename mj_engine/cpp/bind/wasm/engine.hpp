// Engine: all that a page asks of, made once of the file of numbers: fan, decisions, reviews,
// tables. No question leaves anything behind in it but the tables that were begun.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "bind/wasm/fields.hpp"
#include "bind/wasm/table.hpp"
#include "core/expected.hpp"
#include "odds/odds.hpp"
#include "review/losses.hpp"

namespace wasm {

// JSON, or what is wrong with the question.
using Reply = mj::Expected<std::string>;

class Engine {
  public:
    // Says what is wrong with bytes that are not the packed numbers.
    static mj::Expected<std::unique_ptr<Engine>> of(std::span<const std::uint8_t> bytes);

    // Answers a question: its name and its fields, with a 0 between each two. engine.js says what
    // the fields are.
    Reply ask(std::string_view question);

  private:
    Engine(std::shared_ptr<const mj::OddsTables> tables, const mj::OddsOptions& options,
           const mj::LossScale& losses)
        : tables_(std::move(tables)),
          options_(options),
          losses_(losses),
          odds_(tables_, options_) {}

    Reply decide(Fields& fields);
    Reply review(Fields& fields);
    Reply study(Fields& fields);
    Reply begin(Fields& fields);
    Reply see(Fields& fields);
    Reply play(Fields& fields);
    Reply record(Fields& fields);
    Reply leave(Fields& fields);

    [[nodiscard]] std::unique_ptr<mj::Tactic> tactic_of(std::string_view name) const;
    Table* table_of(Fields& fields);

    std::shared_ptr<const mj::OddsTables> tables_;
    mj::OddsOptions options_;
    mj::LossScale losses_;
    mj::Odds odds_;
    std::map<int, Table> open_;
    int begun_ = 0;
};

// A wall of the words that a seed of Python's random.Random makes, lowest first.
Reply wall_of(Fields& fields);

// What a complete hand is worth; null for what is none.
Reply fan_of(Fields& fields);

// The hands in a file of records, and where each departs from our table.
Reply records_in(Fields& fields);

// The melds of a field, a line each: CHI W2 1.
mj::Melds melds_in(Fields& fields);

}  // namespace wasm
