// CandidateFeatures: what the learned model sees of each candidate of a decision.
// Its twin: mj_bot/learned/candidate_features.py.
#pragma once

#include <span>

#include "learned/target_summary.hpp"

namespace mj {

inline constexpr int kCandidateFeatures = 80;

// The features of each candidate, one row after another; mj_bot.learned.candidate_features explains
// them. candidates: all of a decision. reaches: watched it. rows: has room for kCandidateFeatures
// of each.
void write_candidate_features(const GameState& state, std::span<const Candidate> candidates,
                              const TargetSummaries& reaches, std::span<double> rows);

}  // namespace mj
