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
    // One edge of a state: to: the values it leads to, by mode and column. finish: the values it
    // finishes, nullptr if none. own, claimed, from_all: how often it comes by an own draw, by a
    // claim, and from all seats for a win.
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
    struct Ends {
        std::array<float, kMostColumns> value{}, drawing_now{}, rate{};
    };

    void take_rates(const HandContext& context, const TileLocation& location);
    template <int Lanes>
    Ends run();
    template <int Lanes>
    void list_steps(const Level& level, int tiles, int state);
    template <int Lanes>
    void list_offers(int mode);
    template <int Lanes>
    void offer_finish(const Step& step, int mode);
    template <int Lanes>
    void value_of_offers(float* value, float* rate) const;
    template <int Lanes>
    void drawn_now(int mode, const float* here, float* now) const;
    void offer(const float* value, float rate) {
        if (rate > 0) offers_.push_back({value, rate});
    }

    const OddsOptions& options_;
    const float rival_win_rate_;
    Finishes finishes_;
    Lattice lattice_;
    Columns columns_;
    std::vector<TargetHand> incomplete_;

    // For each tile, the rate per turn: of the own draw, and of a discard by one other seat.
    std::array<float, kTileKinds> drawn_{}, claims_{};
    Counts have_{}, unseen_{};
    std::uint64_t have_places_ = 0;

    std::vector<Step> steps_;  // after a run, those of the hand itself
    int lanes_ = 0;            // of the last call; 0 if nothing was valued
    std::vector<Offer> offers_;
    std::vector<float> made_;  // rows that the offers point into
    std::size_t made_size_ = 0;
    std::vector<float> values_, above_;  // [state][mode][lane]
};

}  // namespace mj
