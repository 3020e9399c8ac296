// Types of the review's scripts (core/pages/assets/pages.d.ts says how they are known).

/** A column's text, and whether its cells are words. */
type TableHead = [Child, boolean?];
type StyledPlayer = PlayerReview & { style: PlayStyle };

/** Of a page that was saved: the player that who saved it had chosen as himself. */
interface ReviewData {
  own?: string;
}

/** What the two parts of the page share. */
interface ReviewParts {
  table: (title: string, heads: TableHead[], rows: HTMLElement[]) => HTMLElement;
  cell: (text: Child | Child[], words?: boolean, more?: string) => HTMLElement;
  name: (kind: string, value: string | null) => string;
  estimate: (estimated: Estimate, digits: number) => string;
  signed: (value: number, digits: number) => string;
  open: (game: number, seat: number) => void;
  shownName: (player: string) => string;
  handOf: (game: number) => string | null;
  moment: {
    button: (game: number, answer: WorstAnswer) => Child;
    practise: (answers: [number, WorstAnswer][]) => HTMLElement | null;
  };
}
