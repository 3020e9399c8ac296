// CandidateFeatures: what the learned model sees of each candidate of a decision.
// Its twin: mj_bot/learned/candidate_features.py.
#pragma once

#include <span>

#include "learned/reach.hpp"

namespace mj {

inline constexpr int kCandidateFeatures = 80;

// Of each candidate its features, one row after another, as mj_bot.learned.candidate_features names
// and explains them. The candidates are all of a decision, reaches what watched it; `rows` has room
// for kCandidateFeatures of each.
void write_candidate_features(const GameState& state, std::span<const Candidate> candidates,
                              const Reaches& reaches, const Coefficients& fit,
                              std::span<double> rows);

}  // namespace mj
