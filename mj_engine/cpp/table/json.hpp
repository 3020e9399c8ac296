// JSON, as far as records need it: a reader that is told what comes and says where it does not.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mj {

// A record that is none: what is wrong, and where.
class RecordError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Reads one value after the other from a text, which must outlive it. Every call raises
// RecordError if something else is there.
class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    std::string string();
    std::int64_t integer();
    bool take_null();
    void skip();  // whatever the value is
    void end();   // nothing more may come

    // Whether a string, a list or an object is next.
    bool at(char first);

    // Calls `field(name)` for every field, which has to read its value.
    template <typename Field>
    void object(const Field& field) {
        expect('{');
        if (take('}')) return;
        do {
            const std::string name = string();
            expect(':');
            field(name);
        } while (take(','));
        expect('}');
    }

    // Calls `entry()` for every entry, which has to read it.
    template <typename Entry>
    void list(const Entry& entry) {
        expect('[');
        if (take(']')) return;
        do entry();
        while (take(','));
        expect(']');
    }

    [[noreturn]] void fail(const std::string& what) const;

  private:
    void blanks();
    bool take(char letter);
    void expect(char letter);
    void escape(std::string& into);
    std::uint32_t four_digits();
    void skip_at(int depth);

    std::string_view text_;
    std::size_t place_ = 0;
};

// Appends a text as a JSON string, other letters than ASCII as they are.
void append_json(std::string_view text, std::string& into);

}  // namespace mj
