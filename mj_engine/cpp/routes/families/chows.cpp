#include "routes/families/chows.hpp"

#include "numbers/basic_shanten.hpp"
#include "numbers/chows.hpp"
#include "numbers/difficulty.hpp"
#include "routes/distance/connection.hpp"

namespace mj {

void Chows::begin() {
    held_numbers_.clear();
    rests_.clear();
}

double Chows::distance(const RoutePosition& position, Outlook& outlook) {
    namespace fit = numbers::chows;
    const double far = numbers::difficulty::kOutOfReach;
    if (position.pungs > 1) return far;
    Hand hand{};
    for (int suit = 0; suit < kSuits; ++suit) {
        hand[suit] = held(suit, position.suits[suit], outlook);
    }
    open_.clear();
    const auto chows = position.chows();
    if (position.pungs == 1 || position.chow_count < kSets) {
        look_for(chows, position.pungs == 0, hand, far);
    }
    // Or one open chow is the free set.
    for (int place = 0; place < position.chow_count && position.pungs == 0; ++place) {
        if (place > 0 && chows[place] == chows[place - 1]) continue;
        std::array<Tile, kSets> others{};
        std::copy(chows.begin(), chows.begin() + place, others.begin());
        std::copy(chows.begin() + place + 1, chows.end(), others.begin() + place);
        const auto count = static_cast<std::size_t>(position.chow_count - 1);
        look_for(std::span(others).first(count), false, hand, far);
    }
    if (open_.empty()) return far;
    const auto before = [](const Open& one, const Open& other) {
        return one.need != other.need ? one.need < other.need : one.place < other.place;
    };
    const Rest honours = rest_of(kHonourSuit, position.suits[kHonourSuit], outlook);
    const auto distance_of = [&](const Open& open) {
        const double found = open.need + beside(hand, honours, open, outlook);
        return found > fit::kRatedOver ? found - open.entry->rate : found;
    };
    const auto is_beyond = [](const Open& open, double least) {
        return open.need - fit::kNeedSlack > least + fit::kBackupWithin;
    };
    // Few are sorted: the nearest rules most others out.
    const Open nearest = *std::ranges::min_element(open_, before);
    const double bound = std::min(far, distance_of(nearest));
    std::erase_if(open_, [&](const Open& open) {
        return open.place != nearest.place && is_beyond(open, bound);
    });
    std::ranges::sort(open_, before);
    double least = far;
    near_.clear();
    for (const Open& open : open_) {
        if (is_beyond(open, least)) break;
        near_.push_back(distance_of(open));
        least = std::min(least, near_.back());
    }
    least = std::ranges::min(near_);
    const double limit = least + fit::kBackupWithin + fit::kNeedRounding;
    const auto backups =
        std::ranges::count_if(near_, [limit](double distance) { return distance <= limit; });
    return std::min(far, least - fit::kBackup * static_cast<double>(backups));
}

// Adds the targets that contain these open chows and are within reach.
void Chows::look_for(std::span<const Tile> chows, bool free, const Hand& hand, double far) {
    const double* const first = held_[hand[0]].needs.data();
    const double* const second = held_[hand[1]].needs.data();
    const double* const third = held_[hand[2]].needs.data();
    for (const auto& entry : targets_.entries(chows)) {
        const auto& [one, two, three] = entry.parts;
        const double need = first[one] + second[two] + third[three];
        if (need < far) open_.push_back({need, open_.size(), &entry, free});
    }
}

std::size_t Chows::held(int suit, SuitTiles tiles, const Outlook& outlook) {
    const std::uint64_t key = std::uint64_t{tiles.bits()} << 2U | static_cast<unsigned>(suit);
    const auto [id, is_new] = held_numbers_.find(key, [](std::uint32_t) { return true; });
    if (!is_new) return id;
    if (id == held_.size()) held_.emplace_back();
    HeldTiles& found = held_[id];
    const auto parts = targets_.parts();
    found.suit = suit;
    found.tiles = tiles;
    found.rests.assign(parts.size(), kUnknown);
    found.needs.assign(parts.size(), 0);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (const auto& [place, count] : parts[part]) {
            const int lacking = count - tiles.count(place);
            if (lacking <= 0) continue;
            found.needs[part] += lacking * outlook.difficulty[suit * kSuitSize + place];
        }
    }
    return id;
}

// What is left of a suit's tiles beside a part.
Chows::Rest Chows::rest(HeldTiles& of, int part, Outlook& outlook) {
    std::int32_t& place = of.rests[part];
    if (place == kUnknown) {
        SuitTiles tiles = of.tiles;
        for (const auto& [number, count] : targets_.parts()[part]) {
            tiles = tiles.less(number, std::min(count, tiles.count(number)));
        }
        place = static_cast<std::int32_t>(rests_.size());
        rests_.push_back(rest_of(of.suit, tiles, outlook));
    }
    return rests_[place];
}

Chows::Rest Chows::rest_of(int suit, SuitTiles tiles, Outlook& outlook) {
    return {suit_bonus(suit, tiles), outlook.search.one(suit, tiles)};
}

// The cost of the rest of the hand: the free set and the pair, minus the connection bonus.
double Chows::beside(const Hand& hand, const Rest& honours, const Open& open, Outlook& outlook) {
    double bonus = honours.bonus;
    std::array<OneSet, kSuitsAndHonours> gives{};
    gives[0] = honours.gives;
    for (int suit = 0; suit < kSuits; ++suit) {
        const Rest found = rest(held_[hand[suit]], open.entry->parts[suit], outlook);
        bonus += found.bonus;
        gives[suit + 1] = found.gives;
    }
    if (open.free) return outlook.search.one_set(gives) - bonus;
    double pair = numbers::basic_shanten::kWorstPair;
    for (const OneSet& part : gives) pair = std::min(pair, part.pair);
    return pair - bonus;
}

}  // namespace mj
