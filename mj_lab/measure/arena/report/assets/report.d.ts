// Types of the report's data (mj_lab/measure/arena/report). They are global: see pages.d.ts.

interface ChartAxis {
  low: number;
  high: number;
  ticks: number[];
  label: string;
  name?: (tick: number) => string;
}

interface WallsChart {
  kind: "walls";
  name: string;
  values: number[];
  means: number[];
  low: number[];
  high: number[];
}
interface ColumnsChart {
  kind: "columns";
  name: string;
  axis: string;
  /** By player: a value, and how often it was. Values from `most` on are one. */
  counts: [number, number][][];
  most?: number | null;
}
interface FansChart {
  kind: "fans";
  name: string;
  fans: string[];
  shares: number[][];
}
interface TimesChart {
  kind: "times";
  name: string;
  /** By player: milliseconds, and the share of decisions. */
  lines: [number, number][][];
}
type Chart = WallsChart | ColumnsChart | FansChart | TimesChart;

interface WallGame {
  seating: number[];
  link?: string | null;
}
interface WallRow {
  wall: number;
  difference: string;
  games: WallGame[];
}

interface ReportBase {
  labels: Labels;
  players: string[];
  words: Record<string, TextPair>;
  complete: boolean;
  folder: string;
  charts: Chart[];
  fans: [string, number[]][];
  faults: { player: string; detail: string; stderr: string[]; verdict: string; wall: number }[];
}
interface DuelData extends ReportBase {
  kind: "duel";
  mode: string;
  quick: boolean;
  rows: { key: string; under: boolean; cells: string[] }[];
  verdicts: [string, Record<string, unknown>][];
  walls_played: number;
  widest: WallRow[];
  walls: WallRow[];
}
interface LeagueData extends ReportBase {
  kind: "league";
  rounds: number;
  match: number | null;
  standings: string[][];
  crosstable: ({ difference: string; ahead: number; walls: number } | null)[][];
  replays: { link: string; name: string }[];
}
type ReportData = DuelData | LeagueData;
