// Types of the replay's scripts (core/pages/assets/pages.d.ts says how they are known).

/** A step of a replay at which the seat decided. */
interface DecidedStep {
  step: number;
  decision: Decision;
  offered: number | null;
}
interface LosingStep extends DecidedStep {
  decision: Decision & { lost: number };
}

/** A point of the timeline: what the seat could expect from this step on. */
interface Knot {
  step: number;
  win: number;
  score: number;
}

/** What a table shows besides its frames. */
interface TableShown {
  players: string[];
  /** What is said where a pointer rests on a name, if not the name. */
  titles?: (string | null)[];
  scores: number[];
  quan: number;
}

interface PageElements {
  slider: HTMLInputElement;
  open: HTMLInputElement;
  curve: SVGSVGElement;
  ticks: SVGSVGElement;
}
