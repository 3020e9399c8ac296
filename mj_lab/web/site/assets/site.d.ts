// Types of the site's worker and engine (core/pages/assets/pages.d.ts says how they are known).

// -- records ---------------------------------------------------------------------------------------

interface RecordResult {
  action: string;
  player?: number | null;
  fan_total?: number | null;
  fans?: FanLine[] | null;
}
/** A turn, a seat, a text. */
type Remark = [number, number, string];
/** A turn and a seat. */
type Mark = [number, number];
interface RecordPlace {
  match: string;
  hand: number;
  hands: number;
  totals: number[];
}

/** A game on record, as a line of mj_lab's format has it (mj_lab/core/records/match.py). */
interface GameRecord {
  id: string;
  level?: string | null;
  players?: string[];
  quan: number;
  common_wall?: boolean;
  wall: string;
  /** By turn and seat. */
  requests: string[][];
  responses: string[][];
  /** Whose seat alone is on record; the rows of turns then have one entry, and there is no wall. */
  only?: number;
  verdicts?: Remark[];
  preempted?: Remark[];
  untold?: Mark[];
  wall_known?: boolean;
  false_wins?: Mark[];
  penalties?: number[];
  player_ids?: string[];
  ratings?: (number | null)[];
  began?: number;
  place?: RecordPlace | null;
  debug?: Remark[];
  times?: (number | null)[][];
  known_as?: string[][];
  scores: number[];
  result: RecordResult;
}

/** What one seat was sent and answered. */
interface SeatRecord {
  requests: string[];
  responses: string[];
  common_wall?: boolean;
  wall_size?: number;
}

/** What the engine is asked of a seat's record. */
interface SeatView {
  requests: string[];
  answers: string[];
  common_wall: boolean;
  wall_size: number;
}

// -- the engine ------------------------------------------------------------------------------------

/** What the module gives: mj_engine/cpp/bind/wasm. */
interface EngineExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  mj_open(at: number, size: number): number;
  mj_ask(engine: number, at: number, size: number): number;
  mj_alloc(size: number): number;
  mj_free(at: number): void;
}

/** What a seat knows at a turn, and what a tactic says of it. */
interface SeatAdvice {
  response: string;
  candidates: Candidate[];
  reason: EngineReason | null;
  choices: Choice[];
  waits: Waits;
  legal: [string][];
  state: { drawn: string | null; offered: string | null };
}
/** A reason whose facts are not yet put into words. */
type EngineReason = Omit<Reason, "parts">;

/** A decision of a record held against the adviser. */
interface ReviewedDecision {
  turn: number;
  played: string;
  best: string;
  tile: string | null;
  told: number;
  lost: number;
  lost_error: number;
  grade: string | null;
  kind: string;
  own_draw: boolean;
  agrees: boolean;
  win_chance: number;
  expected_score: number;
  /** Where all is asked for. */
  candidates: Candidate[];
  reason: EngineReason | null;
}
interface SeatDecisions {
  decisions: ReviewedDecision[];
  illegal: number;
}

/** What a seat sees of a table. */
interface SeatSeen {
  requests: string[];
  over: boolean;
  /** Of a finished game. */
  scores: number[];
  result: { giver: number | null };
}
/** A finished hand or not: how far the comparison of its answers is. */
interface AgainstProgress {
  over: boolean;
  played: number;
  differ: number;
  worlds: number;
  points: number;
  error: number;
}

interface TableAsked {
  players: string[];
  wall: string;
  wind?: number;
  common_wall?: boolean;
  seeds?: number[];
  way?: string[][];
}

/** Of one seat; `worst` are places of its decisions. */
type SeatSums = Omit<SeatReview, "seat" | "player" | "score" | "decisions" | "illegal" | "worst"> & {
  worst: number[];
};
interface PlayerSums extends Omit<PlayerReview, "name" | "rating"> {
  player: number;
  worst: [number, number, number][];
  loses_more: unknown;
}
interface ReviewSums {
  seats: SeatSums[][];
  players: PlayerSums[];
  style: PlayStyle;
}

// -- what the browser keeps ------------------------------------------------------------------------

interface GameSettings {
  /** By player; "human" is the person. */
  players: string[];
  names: string[];
  hands: number;
  pace: number;
  clock: number | null;
}

/** The same wall with the tactic in the person's seat. */
interface PlayedInstead {
  record: GameRecord;
  row: SameWallRow;
}
interface KeptHand {
  wall: string;
  /** By turn. */
  answers: Record<string, string>;
  passes: string;
  /** Whether a bot answered for the person. */
  by_bot?: boolean;
  scores: number[] | null;
  turns?: number;
  ended?: number;
  record?: GameRecord;
  instead?: PlayedInstead;
  review?: KeptReview;
}
interface FinishedHand extends KeptHand {
  scores: number[];
  turns: number;
  ended: number;
  record: GameRecord;
}
/** Where a hand began that goes on from a record. */
interface KeptBeginning {
  turn: number;
  way: string[][];
  wind: number;
  scores: number[];
  penalties?: boolean;
  common_wall?: boolean;
  wall_known?: boolean;
}
interface KeptGame {
  token: string;
  id: string;
  settings: GameSettings;
  hands: KeptHand[];
  begun: number;
  again?: KeptBeginning;
  imported?: boolean;
  /** Whether a bot plays for the person now; whether the person gave the match up. */
  left?: boolean;
  given_up?: boolean;
}
interface KeptUpload {
  token: string;
  name: string;
  came: number;
  records: GameRecord[];
  skipped?: string[];
}
interface QuizCard {
  repetitions: number;
  easiness: number;
  interval: number;
  due: number;
}
interface QuizProgress {
  cards: Record<string, QuizCard>;
  answers: GivenAnswer[];
}
interface GivenAnswer {
  /** Whether the question is of the person's own deck. */
  own?: boolean;
  day: number;
  theme: string;
  lost: number;
  right: boolean;
}
interface DeckRow {
  id: string;
  theme: string;
}
/** The question's place in its game (mj_lab/explain/quiz/moment.py). */
interface QuizMoment {
  seat: number;
  turn: number;
  quan: number;
  common_wall?: boolean;
  players?: string[];
  wall: string;
  wall_known?: boolean;
  answers: string[][];
}
/** A question of the own deck, as its file has it (mj_lab/explain/quiz/question.py); defaults are left out. */
interface QuizLine {
  id: string;
  kind: "discard" | "claim";
  theme: string;
  source: string;
  requests: string[];
  responses: string[];
  wall_size?: number;
  common_wall?: boolean;
  answers: { action: string; lost?: number; grade?: string; row: Candidate }[];
  played?: string;
  moment?: QuizMoment;
}
/** A hand that is reviewed: its seats, the table at their worst answers, the game of the tactic on its wall. */
interface HandReview {
  seats: SeatDecisions[];
  moments: Record<string, Frame>;
  again: { requests: string[][]; result: RecordResult };
}
interface KeptHandReview {
  version: string;
  review: HandReview;
}

interface Stores {
  tables: KeptGame;
  progress: QuizProgress | KeptHandReview | { deck: DeckRow[] } | QuizLine;
  uploads: KeptUpload;
}
/**
 * What is wrong with the browser's storage: an older tab holds it, there is none, it has no room, another tab went
 * on, a row was set aside.
 */
type StorageTrouble = "blocked" | "none" | "full" | "elsewhere" | "damaged";
/** A row that the storage did not take, null if it is dropped, and the trace of the one that it comes from. */
interface BesideRow {
  text: string | null;
  base: number;
}
type TellStorage = (why: StorageTrouble | null, place?: string, row?: BesideRow | null) => void;
interface KeepingStore {
  get<Name extends keyof Stores>(name: Name, key: string): Promise<Stores[Name] | undefined>;
  all<Name extends keyof Stores>(name: Name): Promise<Stores[Name][]>;
  put<Name extends keyof Stores>(name: Name, key: string, value: Stores[Name]): Promise<unknown>;
  drop(name: keyof Stores, key: string): Promise<unknown>;
}

// -- rules and questions from Python (mj_lab/web/site/rules.py, quiz_data.py) -------------------------

interface WhyWords {
  /** By kind of fact: conditions, then the sentence in English and in Chinese. */
  sentences: Record<string, [Record<string, unknown>, string, string][]>;
  against: TextPair;
  between: TextPair;
  nothing: TextPair;
}
interface QuizRules {
  themes: string[];
  most: number;
  easiness: number;
  least_easiness: number;
  intervals: number[];
  best: number;
  known: number;
  sure: number;
  /** By grade. */
  qualities: Record<string, number>;
  /** What tells themes apart. */
  bounds: Record<"early" | "chance" | "danger" | "nearly_lost" | "much_danger", number>;
  /** Standard errors from which on a cost is one. */
  clear_errors: number;
}
interface UploadLimits {
  reviewed: number;
  most_bytes: number;
  most_text: number;
  matches: number;
  files: number;
}
/** A bot with a name, as far as a rating needs it (mj_lab/table/play/at_table/levels.py). */
interface RatedBot {
  tactic: string;
  points: number;
  error: number;
  worth: number;
}
interface SiteRules {
  person: string;
  closes: CloseCodes;
  hands: number[];
  players_by_seat: number[][];
  winds: number[];
  notation: HandRules;
  tactic: string;
  tactics: string[];
  why: WhyWords;
  version: string;
  /** Name and value of every fan. */
  fans: [string, number][];
  grades: string[];
  limits: Record<string, number>;
  halving: number;
  kinds: string[];
  window: number;
  bots: RatedBot[];
  least_hands: number;
  uploads: UploadLimits;
  quiz: QuizRules;
}

/** A question as quiz.bin has it. */
interface SiteQuestion {
  game: string;
  shown: QuizQuestion;
  taught: Partial<Grading>;
  answers: {
    action: string;
    quality: number;
    lost: number;
    lost_error?: number;
    right: boolean;
    grade: string | null;
    reason?: Reason | null;
  }[];
}

// -- messages between a page and the worker ---------------------------------------------------------

type ToWorker =
  | { id: number; path: string; body: unknown; connection?: undefined }
  | { connection: number; message?: string; close?: boolean; id?: undefined };
interface FromWorker {
  id?: number;
  answer?: unknown;
  connection?: number;
  message?: string;
  code?: number;
  loading?: { bytes: number; all: number };
  broken?: boolean;
  storage?: { why: StorageTrouble | null; place?: string; row?: BesideRow | null };
}

/** A connection to a table of the worker: `closed` is called when the worker ends it. */
interface WorkerSocket extends Omit<TableSocket, "readyState"> {
  readyState: number;
  closed(code?: number): void;
}

/** Sends a message over a connection; closes it with a code. */
type SendMessage = (message: Message) => void;
type CloseLine = (code: number) => void;
/** So many random bytes. */
type RandomBytes = (count: number) => Uint8Array;

/** A finished hand with its table, and where the person sat. */
interface Finished {
  kept: KeptGame;
  number: number;
  hand: FinishedHand;
  seat: number;
}
/** A hand of a match, with the place where it is kept. own: the person's seat, of a hand played here. */
interface HandToReview {
  token: string;
  number: number;
  record: GameRecord;
  own: number | null;
}
/** A hand whose review is being made. */
interface HandInReview extends HandToReview {
  review: HandReview | null;
  steps: Generator<undefined, HandReview, unknown>;
}
interface ReviewedHand extends HandInReview {
  review: HandReview;
}
interface BegunReview {
  hands: HandInReview[];
  /** Steps. */
  all: number;
  done: number;
}
/** A hand of a file that is imported, and its place in it. */
type ImportedHand = { where: string; record: GameRecord };
/** A hand of a match of several; `lost` by seat. */
interface PlacedHand {
  game: number;
  record: GameRecord;
  place: RecordPlace;
  lost: (number | null)[];
}
/** Seats of one game whose decisions are summed up; of a whole one its record and the adviser's. */
interface GameToSum {
  seats: { seat: number; player: number; score: number; decisions: ReviewedDecision[] }[];
  hands?: Pick<GameRecord, "requests" | "result">[];
}

/** The paths that the worker answers. */
type SitePath =
  | "/api/tables"
  | "/api/again"
  | "/api/tables/known"
  | "/api/score"
  | "/api/my-games"
  | "/api/my-games/rating"
  | "/api/my-games/review"
  | "/api/my-games/export"
  | "/api/my-games/import"
  | "/api/review"
  | "/api/uploads"
  | "/api/v1/analyze"
  | "/api/v1/fan"
  | `/api/train/${"session" | "question" | "answer" | "score" | "cost" | "keep" | "drop" | "export" | "import"}`;
type SiteRoutes = {
  [Path in SitePath]: (
    body: NonNullable<Exchanges[Path][0]>,
  ) => Reply<Exchanges[Path][1]> | Promise<Reply<Exchanges[Path][1]>>;
};

interface PageElements {
  export: HTMLButtonElement;
  import: HTMLInputElement;
}

/** JSON of a foreign record: looked at (worker/records/values.js) before it is used. */
type Raw = any;
/** A tick of Salasasa: its kind, then what belongs to it. */
type Tick = [string, ...Raw[]];
/** Where a flower is that a seat holds: among tiles, or in the draw of a step. */
type FlowerSlot = { tiles: number[] | null; place: number };
