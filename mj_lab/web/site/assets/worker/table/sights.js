// What a seat knows at a turn, by the engine: folded from what it was sent and answered.

// Who plays `random` thinks of nothing: the state, what is legal and the waits are wanted alone.
const QUICK = "random";

// seen: the requests of one seat up to a turn, its answers before it.
export const sightOf = (engine, seen, tactic = QUICK) => engine.decide({ tactic, ...seen });

export const canChoose = ({ legal }) => legal.some(([action]) => action !== "PASS");
export const canWin = ({ legal }) => legal.some(([action]) => action === "HU");
