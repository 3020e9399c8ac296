// CandidateFeatures: the learned model's features of each candidate of a decision.
// Its twin: mj_bot/learned/candidate_features.py.
#pragma once

#include <span>
#include <vector>

#include "learned/target_summary.hpp"

namespace mj {

inline constexpr int kCandidateFeatures = 80;

// The features of each candidate, row after row; see mj_bot.learned.candidate_features. candidates:
// all of the decision. reaches: watched it.
std::vector<double> candidate_features(const GameState& state,
                                       std::span<const Candidate> candidates,
                                       const TargetSummaries& reaches);

// The same for some of the candidates, by their indexes.
std::vector<double> candidate_features(const GameState& state,
                                       std::span<const Candidate> candidates,
                                       const TargetSummaries& reaches,
                                       std::span<const std::size_t> places);

}  // namespace mj
