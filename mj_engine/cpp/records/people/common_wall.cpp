#include "records/people/common_wall.hpp"

namespace mj {

namespace {

// What nobody has taken yet, from the front on, and from the back: in stacks of two, the upper
// tile first.
class Ends {
  public:
    explicit Ends(int size) : taken_(static_cast<std::size_t>(size), false) {
        for (int upper = size - 2; upper >= 0; upper -= 2) {
            back_.push_back(upper);
            back_.push_back(upper + 1);
        }
        for (int place = 0; place < kDealtTiles; ++place) taken_[place] = true;
    }

    // The place that is drawn now, and is taken with it; -1 if none is left.
    int draw(bool from_back) {
        auto& next = from_back ? next_back_ : next_front_;
        const auto end = from_back ? back_.size() : taken_.size();
        while (next < end) {
            const int place = from_back ? back_[next] : static_cast<int>(next);
            ++next;
            if (taken_[place]) continue;
            taken_[place] = true;
            return place;
        }
        return -1;
    }

  private:
    std::vector<bool> taken_;
    std::vector<int> back_;
    std::size_t next_back_ = 0, next_front_ = kDealtTiles;
};

}  // namespace

std::optional<std::vector<int>> drawn_places(const std::array<int, kSeats>& replaced,
                                             const std::vector<Step>& steps, int size) {
    Ends ends(size);
    std::vector<int> places;
    for (int seat = 0; seat < kSeats; ++seat) {
        for (int tile = 0; tile < kHandSize; ++tile) places.push_back(seat * kHandSize + tile);
        for (int count = 0; count < replaced[seat]; ++count) {
            places.push_back(ends.draw(true));
            if (places.back() < 0) return std::nullopt;
        }
    }
    places.push_back(kDealtTiles - 1);
    bool replaces = false;
    for (std::size_t at = 1; at < steps.size(); ++at) {
        const Step& step = steps[at];
        if (step.kind == StepKind::Draw) {
            places.push_back(ends.draw(replaces));
            if (places.back() < kDealtTiles) return std::nullopt;
        }
        if (step.kind == StepKind::FalseWin) continue;
        replaces = step.kind == StepKind::Gang || step.kind == StepKind::Bugang ||
                   (step.kind == StepKind::Draw && is_flower(step.tile));
    }
    return places;
}

}  // namespace mj
