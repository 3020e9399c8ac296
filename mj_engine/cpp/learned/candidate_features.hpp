// CandidateFeatures: what the learned model sees of each candidate of a decision.
#pragma once

#include <span>

#include "odds/odds.hpp"

namespace mj {

inline constexpr int kCandidateFeatures = 80;

// Of each candidate its features, one row after another, as mj_bot.learned.candidate_features names
// and explains them. The candidates are all of a decision, of an Odds that looks at their reach;
// `rows` has room for kCandidateFeatures of each.
void write_candidate_features(const View& view, std::span<const Candidate> candidates,
                              const Coefficients& fit, std::span<double> rows);

}  // namespace mj
