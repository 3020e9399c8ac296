// HandValuer: values a hand after each discard, on the lattice of missing tiles.
// Its twin: mj_bot/odds/value/hand_value.py.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "odds/value/columns.hpp"
#include "odds/value/finishes.hpp"
#include "odds/value/lattice.hpp"

namespace mj {

// Results by discard: the value, the value if a tile is drawn at once (after a kong), and the rate
// per turn of tiles that improve the hand.
struct HandValues {
    unsigned discards = 0;
    std::array<Tile, kMostColumns> tile{};
    std::array<double, kMostColumns> value{}, drawing_now{}, rate{};

    [[nodiscard]] unsigned place_of(Tile discard) const {
        unsigned place = 0;
        while (place + 1 < discards && tile[place] != discard) ++place;
        return place;
    }
};

class HandValuer {
  public:
    HandValuer(const OddsOptions& options, FanCache& fans)
        : options_(options),
          rival_win_rate_(static_cast<float>(options.rival_win_rate)),
          finishes_(options, fans) {}

    // The value after each discard, or of the hand itself when not discarding.
    HandValues operator()(const HandContext& context, const TileLocation& location,
                          std::span<const TargetHand> targets, bool discarding);

    [[nodiscard]] const Lattice& lattice() const { return lattice_; }

    // The value after drawing each tile, following the discard at this index in the last call. It
    // is `value` if the tile does not improve the hand.
    [[nodiscard]] std::array<float, kTileKinds> after_draws(unsigned place, float value) const;

  private:
    // How often a tile comes a turn: by an own draw, from all seats for a win, and by a claim, if
    // it makes no chow and if it makes one.
    struct TileRates {
        float own, from_all;
        std::array<float, 2> claimed;
    };
    // One edge of a state: to: the values it leads to, by mode and column, 0 if it is the last.
    // finish: the values it finishes, nullptr if none. own, claimed, from_all: as in the rates.
    struct Step {
        const float* to;
        const float* finish;
        bool last;  // nothing follows it
        Tile tile;
        float own, from_all, claimed;
    };
    // A next value of a state, as a row of columns, and its rate.
    struct Offer {
        const float* value;
        float rate;
    };
    // Those of a state in one mode: three a tile at most, and one that does not count.
    struct Offers {
        std::array<Offer, std::size_t{3} * kTileKinds + 1> of{};
        std::size_t count = 0;

        // Whether the rate is 0 cannot be foretold, so nothing branches on it.
        void add(const float* value, float rate) {
            of[count] = {value, rate};
            count += static_cast<std::size_t>(rate > 0);
        }
        [[nodiscard]] std::span<const Offer> all() const { return {of.data(), count}; }
    };
    struct Ends {
        std::array<float, kMostColumns> value{}, drawing_now{}, rate{};
    };

    void take_rates(const HandContext& context, const TileLocation& location);
    Ends run(int lanes);
    template <int Lanes>
    [[gnu::always_inline]] inline Ends run_all();
    template <int Lanes>
    [[gnu::always_inline]] inline Step step_of(const Level& level, int tiles, int state,
                                               const Edge& edge, bool chow) const;
    template <int Lanes>
    [[gnu::always_inline]] inline void list_offers(const Level& level, int tiles, int state);
    template <int Lanes>
    [[gnu::always_inline]] inline void offer(const Step& step);
    template <int Lanes>
    [[gnu::always_inline]] inline void offer_finish(const Step& step, int mode);
    template <int Lanes>
    [[gnu::always_inline]] inline void value_of_offers(int mode, float* value, float* rate) const;
    template <typename Wide, typename Narrow>
    [[gnu::always_inline]] inline void value_of_blocks(int mode, Wide wide, Narrow narrow,
                                                       float* value, float* rate) const;
    template <typename Offered, typename Wide, typename Narrow>
    [[gnu::always_inline]] inline void value_of_offers_in(Offered offers, Wide wide, Narrow narrow,
                                                          float* value, float* rate) const;
    template <int Lanes>
    [[gnu::always_inline]] inline void drawn_now(int mode, const float* here, float* now) const;
    const OddsOptions& options_;
    const float rival_win_rate_;
    Finishes finishes_;
    Lattice lattice_;
    Columns columns_;

    // By tile and the copies got so far.
    std::array<std::array<TileRates, kCopies + 1>, kTileKinds> rates_{};
    Multiset have_;

    std::vector<Step> steps_;  // after a run, those of the hand itself
    std::array<Offers, kModes> offers_;
    int lanes_ = 0;  // of the last call; 0 if nothing was valued
    // What offers point into: three rows for a tile and mode at most.
    std::array<float, std::size_t{3} * kModes * kTileKinds * kMostColumns> made_{};
    std::size_t made_size_ = 0;
    std::vector<float> values_, above_;  // [state][mode][lane], of states with edges
};

}  // namespace mj
