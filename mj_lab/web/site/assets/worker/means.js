// Means of hands and their standard errors, as mj_lab/web/server/my_games/trend.py has them.

/**
 * Of draws: `mean`, and `error` where there are two that differ.
 * @param {number[]} draws
 * @returns {Estimate}
 */
export function estimate(draws) {
  if (!draws.length) return { mean: null, error: null };
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const squares = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0);
  return {
    mean,
    error: draws.length > 1 && squares > 0 ? Math.sqrt(squares / (draws.length - 1) / draws.length) : null,
  };
}

/**
 * @param {number[]} values
 * @returns {HandMean}
 */
export const meanOf = (values) => ({ hands: values.length, ...estimate(values) });

/**
 * @param {number[]} values
 * @param {number} window
 * @returns {TrendPoint[]}
 */
export const movingMeans = (values, window) =>
  values.map(function (value, index) {
    const { mean, ...rest } = meanOf(values.slice(Math.max(0, index + 1 - window), index + 1));
    return { value, mean: mean ?? value, ...rest };
  });

/**
 * What answers were worth against the tactic's in sampled worlds, a hand, of the rows of hands that were
 * played on (mj_lab/table/play/same_wall.py, mean_against).
 * @param {SameWallRow[]} rows
 * @returns {HandMean}
 */
export function meanAgainst(rows) {
  const compared = rows.flatMap(({ against, error }) =>
      typeof against === "number" ? [{ against, error: error ?? 0 }] : [],
    ),
    hands = compared.length;
  if (!hands) return { hands, mean: null, error: null };
  return {
    hands,
    mean: compared.reduce((sum, { against }) => sum + against, 0) / hands,
    error: Math.hypot(...compared.map(({ error }) => error)) / hands,
  };
}
