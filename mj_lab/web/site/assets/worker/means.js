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

/**
 * The means of all values, the oldest first, and of the last few.
 * @param {number[]} values
 * @param {number} window
 */
export const allAndRecent = (values, window) => ({
  all: meanOf(values),
  recent: meanOf(values.slice(-window)),
});

/**
 * A person's strength on the scale of the named bots, from finished hands against three of them
 * (mj_lab/web/server/my_games/rating.py, rating_of). bots: the weakest first. hands: scores and the tactics
 * of the others; those against anybody else do not count.
 * @param {{ score: number, opponents: string[] }[]} hands
 * @param {RatedBot[]} bots
 * @param {number} least
 * @returns {Rating}
 */
export function ratingOf(hands, bots, least) {
  const known = new Map(bots.map((bot) => [bot.tactic, bot]));
  /** @param {number[]} values */
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const rated = hands.flatMap(function ({ score, opponents }) {
    const met = opponents.flatMap((one) => known.get(one) ?? []);
    return met.length < opponents.length ? [] : [{ score, met }];
  });
  const { mean: points, error } = estimate(
    rated.map(({ score, met }) => mean(met.map((bot) => bot.points + bot.worth * score))),
  );
  const said = { hands: rated.length, needed: Math.max(0, least - rated.length) };
  if (said.needed || points === null || error === null)
    return { ...said, points: null, error: null, below: null, above: null };
  const met = rated.flatMap((hand) => hand.met);
  const own = bots.map((bot) => (bot.error * met.filter((one) => one === bot).length) / met.length);
  return {
    ...said,
    points,
    error: Math.hypot(error, ...own),
    below: bots.filter((bot) => bot.points <= points).at(-1)?.tactic ?? null,
    above: bots.find((bot) => bot.points > points)?.tactic ?? null,
  };
}
