export function fanOf() { return { error: "not yet" }; }
