// Types of the review's scripts (core/pages/assets/pages.d.ts says how they are known).

/** A column's text, and whether its cells are words. */
type TableHead = [string, boolean?];
type StyledPlayer = PlayerReview & { style: PlayStyle };

/** What the two parts of the page share. */
interface ReviewParts {
  table: (title: string, heads: TableHead[], rows: HTMLElement[]) => HTMLElement;
  cell: (text: Child | Child[], words?: boolean, more?: string) => HTMLElement;
  name: (kind: string, value: string | null) => string;
  estimate: (estimated: Estimate, digits: number) => string;
  signed: (value: number, digits: number) => string;
  open: (game: number, seat: number) => void;
  moment: { button: (game: number, answer: WorstAnswer) => Child };
}
