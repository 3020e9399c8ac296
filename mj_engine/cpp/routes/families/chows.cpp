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
    looks_.clear();
    needs_.clear();
    nearest_ = {far, 0};
    const auto chows = position.chows();
    if (position.pungs == 1 || position.chow_count < kSets) {
        look_for(chows, position.pungs == 0, hand);
    }
    // Or one open chow is the free set.
    for (int place = 0; place < position.chow_count && position.pungs == 0; ++place) {
        if (place > 0 && chows[place] == chows[place - 1]) continue;
        std::array<Tile, kSets> others{};
        std::copy(chows.begin(), chows.begin() + place, others.begin());
        std::copy(chows.begin() + place + 1, chows.end(), others.begin() + place);
        const auto count = static_cast<std::size_t>(position.chow_count - 1);
        look_for(std::span(others).first(count), false, hand);
    }
    if (nearest_.need >= far) return far;
    const Rest honours = rest_of(kHonourSuit, position.suits[kHonourSuit], outlook);
    const auto distance_of = [&](const Open& open) {
        const auto [entry, free] = target_of(open);
        const double found = open.need + beside(hand, honours, entry, free, outlook);
        return found > fit::kRatedOver ? found - entry.rate : found;
    };
    const auto is_beyond = [](double need, double least) {
        return need - fit::kNeedSlack > least + fit::kBackupWithin;
    };
    // Few are sorted: the nearest rules most others out.
    const double bound = std::min(far, distance_of(nearest_));
    open_.clear();
    for (std::size_t place = 0; place < needs_.size(); ++place) {
        const double need = needs_[place];
        const bool near = need < far && !is_beyond(need, bound);
        if (near || place == nearest_.place) open_.push_back({need, place});
    }
    std::ranges::sort(open_);
    double least = far;
    near_.clear();
    for (const Open& open : open_) {
        if (is_beyond(open.need, least)) break;
        near_.push_back(distance_of(open));
        least = std::min(least, near_.back());
    }
    least = std::ranges::min(near_);
    const double limit = least + fit::kBackupWithin + fit::kNeedRounding;
    const auto backups =
        std::ranges::count_if(near_, [limit](double distance) { return distance <= limit; });
    return std::min(far, least - fit::kBackup * static_cast<double>(backups));
}

// Looks at the targets that contain these open chows, and finds the nearest, the first among
// equals.
void Chows::look_for(std::span<const Tile> chows, bool free, const Hand& hand) {
    const double* const first = held_[hand[0]].needs.data();
    const double* const second = held_[hand[1]].needs.data();
    const double* const third = held_[hand[2]].needs.data();
    looks_.push_back({targets_.entries(chows), free});
    for (const auto& entry : looks_.back().entries) {
        const auto& [one, two, three] = entry.parts;
        const double need = first[one] + second[two] + third[three];
        if (need < nearest_.need) nearest_ = {need, needs_.size()};
        needs_.push_back(need);
    }
}

// The target, and whether the hand has to make the free set too.
std::pair<const ChowTargets::Entry&, bool> Chows::target_of(const Open& open) const {
    const Look* look = looks_.data();
    std::size_t place = open.place;
    for (; place >= look->entries.size(); ++look) place -= look->entries.size();
    return {look->entries[place], look->free};
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
    std::array<std::array<double, kCopies + 1>, kSuitSize> costs{};
    for (int place = 0; place < kSuitSize; ++place) {
        const int held = tiles.count(place);
        for (int count = held + 1; count <= kCopies; ++count) {
            costs[place][count] = (count - held) * outlook.difficulty[suit * kSuitSize + place];
        }
    }
    found.needs.resize(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        double need = 0;
        for (const auto& [place, count] : parts[part]) need += costs[place][count];
        found.needs[part] = need;
    }
    return id;
}

// The place of what is left of a suit's tiles beside a part.
std::int32_t Chows::rest(HeldTiles& of, int part, Outlook& outlook) {
    std::int32_t& place = of.rests[part];
    if (place == kUnknown) {
        SuitTiles tiles = of.tiles;
        for (const auto& [number, count] : targets_.parts()[part]) {
            tiles = tiles.less(number, std::min<int>(count, tiles.count(number)));
        }
        place = static_cast<std::int32_t>(rests_.size());
        rests_.push_back(rest_of(of.suit, tiles, outlook));
    }
    return place;
}

Chows::Rest Chows::rest_of(int suit, SuitTiles tiles, Outlook& outlook) {
    return {suit_bonus(suit, tiles), outlook.search.one(suit, tiles)};
}

// The cost of the rest of the hand: the free set and the pair, minus the connection bonus.
double Chows::beside(const Hand& hand, const Rest& honours, const ChowTargets::Entry& entry,
                     bool free, Outlook& outlook) {
    std::array<std::int32_t, kSuits> places{};
    for (int suit = 0; suit < kSuits; ++suit) {
        places[suit] = rest(held_[hand[suit]], entry.parts[suit], outlook);
    }
    double bonus = honours.bonus;
    for (const auto place : places) bonus += rests_[place].bonus;
    const std::array<const OneSet*, kSuitsAndHonours> gives{
        &honours.gives, &rests_[places[0]].gives, &rests_[places[1]].gives,
        &rests_[places[2]].gives};
    if (free) return outlook.search.one_set(gives) - bonus;
    double pair = numbers::basic_shanten::kWorstPair;
    for (const OneSet* part : gives) pair = std::min(pair, part->pair);
    return pair - bonus;
}

}  // namespace mj
