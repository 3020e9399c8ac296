// Reads records of matches from standard input, one a line, and says where the table departs from
// them: the replay without Python, for sanitizers and profilers.
#include <iostream>
#include <string>

#include "table/json.hpp"
#include "table/match.hpp"

int main() {
    std::string line;
    int number = 0;
    int departed = 0;
    while (std::getline(std::cin, line)) {
        ++number;
        mj::Game game;
        mj::Record record;
        std::string found;
        try {
            found = mj::replay(mj::read_match(line), game, record).value_or("");
        } catch (const mj::RecordError& error) {
            found = error.what();
        }
        if (found.empty()) continue;
        ++departed;
        std::cout << "line " << number << ": " << found << '\n';
    }
    std::cout << number << " matches, " << departed << " depart\n";
    return departed == 0 ? 0 : 1;
}
