// Expected: a value or an error, since code below `bind` must not throw in WebAssembly.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace mj {

// An error message of one line.
struct Fault {
    std::string text;
};

// The subset of C++23's std::expected that we need. Check which one it holds before reading it.
template <typename Value>
class [[nodiscard]] Expected {
  public:
    Expected(Value value) : held_(std::move(value)) {}  // NOLINT(*-explicit-*): it is returned so
    Expected(Fault fault) : held_(std::move(fault)) {}  // NOLINT(*-explicit-*)

    [[nodiscard]] explicit operator bool() const { return held_.index() == 0; }
    [[nodiscard]] Value& operator*() { return *std::get_if<0>(&held_); }
    [[nodiscard]] const Value& operator*() const { return *std::get_if<0>(&held_); }
    [[nodiscard]] Value* operator->() { return std::get_if<0>(&held_); }
    [[nodiscard]] const Value* operator->() const { return std::get_if<0>(&held_); }
    [[nodiscard]] const Fault& fault() const { return *std::get_if<1>(&held_); }

  private:
    std::variant<Value, Fault> held_;
};

}  // namespace mj
