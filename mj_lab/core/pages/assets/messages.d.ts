// The messages between server or site worker and pages, and the data of pages. These types are global in
// every script. tests/mj_lab/web/server/test_message_types.py compares them with Python's models and
// with real messages.

// -- names -----------------------------------------------------------------------------------------

/** Chinese, English. */
type NamePair = [string, string];
/** English, Chinese. */
type TextPair = [string, string];
type Language = "en" | "zh";

interface Labels {
  routes: Record<string, NamePair>;
  /** The English name of each fan by its Chinese one. */
  fans: Record<string, string>;
  rules: Record<string, TextPair>;
  rules_at: string;
}

/** Name, how often it counts, value of one. */
type FanLine = [string, number, number];
/** Chinese name, English name, value of one, how often it counts. */
type FanCount = [string, string, number, number];

// -- orders of a page to a table (mj_lab/table/play/orders.py) --------------------------------------

interface HelloOrder {
  type: "hello";
  token: string;
  sequence: number;
}
interface AnswerOrder {
  type: "answer";
  hand: number;
  turn: number;
  action: string;
}
interface TurnOrder {
  type: "announce" | "effective";
  hand: number;
  turn: number;
}
interface ClaimsOrder {
  type: "claims";
  hand: number;
  until: string;
}
interface CoachOrder {
  type: "coach";
  mode: string;
}
interface NextOrder {
  type: "next";
  hand: number;
}
interface AttendOrder {
  type: "start" | "leave" | "back" | "give_up" | "again";
}
interface ReplaceOrder {
  type: "replace";
  player: number;
}
interface NameOrder {
  type: "name";
  name: string;
}
type TableOrder =
  | HelloOrder
  | AnswerOrder
  | TurnOrder
  | ClaimsOrder
  | CoachOrder
  | NextOrder
  | AttendOrder
  | ReplaceOrder
  | NameOrder;

// -- what lies on a table (mj_lab/explain/review/replay/frames.py) -----------------------------------------

/** Its kind, its tiles as they lie, the place of the turned one or -1, 1 if concealed, 1 if added. */
type MeldShown = [string, number[], number, number, number];

interface Frame {
  turn?: number;
  kind: string;
  seat: number | null;
  tile: number | null;
  giver?: number | null;
  claimed?: number;
  robbed?: boolean;
  drawn: number | null;
  hands: (number | null)[][];
  melds: MeldShown[][];
  /** A tile, and the seat that claimed it or -1. */
  discards: [number, number][][];
  walls: number[];
  flowers: number[][];
}

/** A frame of a game on record, with its turn. */
interface RecordedFrame extends Frame {
  turn: number;
}

interface GameResult {
  action: string;
  player: number | null;
  fan_total: number | null;
  fans: FanLine[];
}

// -- messages of a table to a page (mj_lab/table/play) ----------------------------------------------

interface Choice {
  action: string;
  kind: string;
  uses?: number[];
  fan?: number;
  flowers?: number;
  fans?: FanLine[];
  points?: number;
}

/** What a win with a tile counts. */
interface WinCount {
  fan: number;
  enough: boolean;
  fans: FanCount[];
  points?: number | null;
}
interface WaitRow {
  tile: string;
  left: number;
  on_discard: WinCount;
  self_drawn: WinCount;
}
interface Waits {
  now: WaitRow[];
  after: Record<string, WaitRow[]>;
  under_eight: { tile: string; fan: number; enough: boolean; fans: FanCount[]; points: number } | null;
}

interface Ask {
  choices: Choice[];
  offered: number | null;
  drawn: number | null;
}

/** What the record of a hand gave that begins in one. */
interface RecordedRest {
  scores: number[];
  turn: number;
  penalties: boolean;
  wall_known: boolean;
}

interface HandResult extends GameResult {
  giver: number | null;
  scores: number[];
  match_over: boolean;
  names: string[];
  seated: number[];
  /** A seat, how many of its answers did not count, the first of them. */
  faults: [number, number, string][];
  results: number[][];
  /** Players in whose seats a bot answered. */
  by_bot: number[];
  record: RecordedRest | null;
}

interface TableMessage {
  type: "table";
  sequence: number;
  /** The first message of this match; another one at a table is the next match. */
  since: number;
  hand: number;
  hands: number;
  turn: number;
  seat: number | null;
  players: string[];
  seated: number[];
  people: boolean[];
  wind: number;
  totals: number[];
  clock: number | null;
  begun: boolean;
  ask: Ask | null;
  given: string | null;
  waits: Waits | null;
  result: HandResult | null;
  frame: Frame;
  replay?: string;
}

interface CoachMark extends Loss {
  hand: number;
  turn: number;
  offered: number | null;
  played: string;
  choice: string;
  agrees: boolean;
  reason: Reason | null;
}
interface CoachAdvice {
  turn: number;
  choice: string;
  candidates: Candidate[];
  reason: Reason | null;
}
interface CoachNote {
  mode: string;
  advice: CoachAdvice | null;
  mark: CoachMark | null;
}

interface NoteMessage {
  type: "note";
  sequence: number;
  given: string | null;
  pass: string;
  deadline: number | null;
  ready: number[];
  coach: CoachNote | null;
  presences: string[];
  lobby: boolean;
  may_start: boolean;
  given_up: boolean;
  may_sit: number[];
  names: string[];
}

interface EffectiveCount {
  shanten: number;
  copies: number;
  effective: Record<string, number>;
}
interface EffectiveRow extends EffectiveCount {
  tile: string | null;
  forms: string[];
  eight: EffectiveCount | null;
}
interface EffectiveMessage {
  type: "effective";
  hand: number;
  turn: number;
  rows: EffectiveRow[];
}

/** A mean over hands with its standard error. */
interface HandMean {
  hands: number;
  mean: number | null;
  error: number | null;
}
interface SameWallRow {
  hand: number;
  player: number;
  tactic: string;
  score: number;
  instead: number;
  alone: boolean;
  parts: number | null;
  against: number | null;
  error: number | null;
  differ: number | null;
  worlds: number | null;
}
interface SameWallShown extends SameWallRow {
  seat: number;
  beside: string;
}
interface SameWallProgress {
  hand: number;
  played: number;
  differ: number;
  score: number;
  instead: number;
}
interface SameWallMessage {
  type: "same_wall";
  tactic: string;
  hands: SameWallShown[];
  waiting: number;
  progress: SameWallProgress | null;
  means: { wall: HandMean; sampled: HandMean };
}

interface RefusedMessage {
  type: "refused";
  error: string;
  program?: string;
}

type Message = TableMessage | NoteMessage | EffectiveMessage | SameWallMessage | RefusedMessage;

/** Why a connection is closed, by the names of mj_lab/table/play/orders.py. */
interface CloseCodes {
  broken: number;
  moved: number;
  no_such_seat: number;
  taken: number;
  no_program: number;
  too_many: number;
}

// -- what a tactic says of a decision (mj_lab/explain/analysis) -------------------------------------

/** What an answer lost against the choice, in points; nothing where the tactic has no points. */
interface Loss {
  lost?: number;
  lost_error?: number;
  grade?: string | null;
}

interface Target {
  fans?: string[];
  missing?: Record<string, number>;
  fan?: number;
  [figure: string]: unknown;
}

/** An action with all that a tactic says of it: figures by their names. */
interface Candidate {
  action: string;
  as_good?: boolean;
  fan?: number;
  effective?: Record<string, number> | string[];
  targets?: Target[];
  distances?: Record<string, number>;
  [figure: string]: unknown;
}

type ReasonPart = string | { tiles: string[]; fan?: undefined } | { fan: string; tiles?: undefined };
interface ReasonFact {
  kind: string;
  [figure: string]: unknown;
}
/** Why `better` is better than `than`; Python's have the figures of both too. */
interface Reason {
  better: string;
  than: string;
  facts: ReasonFact[];
  parts: Record<Language, ReasonPart[]>;
  /** Python's replies have it as text too. */
  chinese?: string;
  english?: string;
}

/** A decision of a seat held against a tactic. */
interface Decision extends Loss {
  turn: number;
  played: string;
  happened: boolean;
  choice: string | null;
  agrees: boolean;
  win_chance?: number;
  expected_score?: number;
  candidates: Candidate[];
  reason?: Reason | null;
  error?: string;
}

// -- pages of games (mj_lab/explain) ---------------------------------------------------------------

interface MatchShown {
  id: string;
  level: string;
  players: string[];
  quan: number;
  scores: number[];
  result: GameResult;
  answer?: string;
}

/** When a record was kept, and of a hand at a table which one it is. */
interface KeptRecord {
  saved: number;
  table?: { number: number; instead: boolean; again?: boolean } | null;
}

interface ReplayData {
  match: MatchShown;
  frames: RecordedFrame[];
  seat: number | null;
  tactic: string;
  decisions: Decision[];
  accuracy: number | null;
  choices: string[];
  again?: string;
  kept?: KeptRecord | null;
}

interface SideBySideData {
  games: { match: MatchShown; frames: RecordedFrame[]; replay: string }[];
  seat: number;
  parts: { turn: number; answers: string[] } | null;
}

/** A mean with its standard error; null where nothing is known. */
interface Estimate {
  mean: number | null;
  error: number | null;
}

/** An answer that lost points. */
interface WorstAnswer {
  turn: number;
  seat: number;
  key: string;
  again?: string;
  played: string;
  best: string;
  tile: number | string | null;
  lost: number;
  lost_error?: number;
  grade: string | null;
  kind: string;
}
/** The same in a list over several games: the game's place in the data, and its number for a reader. */
interface PlacedAnswer extends WorstAnswer {
  game: number;
  place: number;
}

interface Luck {
  deal: number | null;
  draws: number | null;
  others: number | null;
  end: number | null;
  total: number | null;
}

interface SeatReview {
  seat: number;
  player: string;
  score: number | null;
  decisions: number;
  illegal: number;
  points_lost: number;
  lost_per_decision: number | null;
  accuracy: number | null;
  grades: Record<string, number>;
  luck: Luck;
  /** Turn, chance to win, expected points, points lost. */
  curve: [number, number, number, number][];
  worst: WorstAnswer[];
  kinds: Record<string, { differ: number; mistakes: number; points_lost: number }>;
}

interface GameReview {
  id: string;
  level: string;
  prevalent_wind: number;
  moments: Record<string, Frame>;
  replay?: string;
  seats: SeatReview[];
}

interface PlayStyle {
  wins: number;
  main_fans: Record<string, number>;
  win_rate: Estimate;
  deal_in_rate: Estimate;
  self_drawn_share: Estimate;
  mean_fan: Estimate;
  win_turn: Estimate;
  claims: Estimate;
  first_claim_turn: Estimate;
}

interface PlayerReview {
  name: string;
  rating: number | null;
  games: number;
  decisions: number;
  lost_per_decision: Estimate;
  lost_per_game: Estimate;
  accuracy: Estimate;
  mistakes_per_100: Estimate;
  luck_per_game: Estimate;
  kinds: Record<string, Estimate>;
  style: PlayStyle | null;
  same_walls: PlayStyle | null;
}

interface MatchTableRow {
  game: number;
  hand: number;
  prevalent_wind: number;
  /** By player: the seat, the score, the points lost. */
  cells: [number, number, number | null][];
}
interface MatchTableData {
  name: string;
  /** Seconds since 1970; 0 if unknown. */
  began: number;
  hands: number;
  players: string[];
  rows: MatchTableRow[];
  standing: number[];
}

interface ReviewData {
  tactic: string;
  games: number;
  left_out: number;
  matches: GameReview[];
  players: PlayerReview[];
  tables: MatchTableData[];
  style: PlayStyle;
  worst: PlacedAnswer[][];
  limits: Record<string, number>;
  halving: number;
}

// -- requests and replies of a server's pages (mj_lab/web/server) -----------------------------------

/** What is wrong with a request, in one line; of a hand the field and the column too. */
interface ErrorReply {
  error: string;
  place?: string | null;
  column?: number | null;
}

/** POST /api/again (mj_lab/web/server/at_table/again.py); what is left out is as usual. */
interface AgainRequest {
  record: string;
  game?: string;
  seat: number;
  turn: number;
  tactic?: string;
  name?: string;
  pace?: number;
}

/** POST /api/tables (mj_lab/table/play/table_settings.py). */
interface TableRequest {
  players?: string[];
  names?: string[];
  hands?: number;
  pace?: number;
  clock?: number | null;
  lot?: boolean;
}
interface TableReply {
  people: { player: number; token: string }[];
  spectators: string | null;
  /** Opens the table to guests, who may take a free seat; null where one person plays. */
  room: string | null;
}

interface KnownTable {
  hand: number;
  hands: number;
  score: number;
  players: string[];
  over: boolean;
}

/** POST /api/v1/analyze (mj_lab/web/server/service/questions.py, HandQuestion). */
interface HandRequest {
  hand: string;
  seen?: string;
  seat?: number;
  wind?: number;
  turn?: number | null;
  tactic?: string;
}
/** POST /api/v1/fan (FanQuestion). */
interface FanRequest {
  hand: string;
  tile?: string;
  flags?: string[];
  seat?: number;
  wind?: number;
  calculator?: "judge" | "mahjonggb";
}

interface FormRow {
  chinese: string;
  english: string;
  shanten: number;
  dead?: boolean;
  effective: Record<string, number>;
}
interface ClaimRow {
  tile: string;
  left: number;
  can: string[];
  choice: string;
  claimed_shanten: number | null;
  [figure: string]: unknown;
}
interface AdditionRow {
  tile: string;
  left: number;
  shanten: number;
  effective: Record<string, number>;
}
interface AnyStudy {
  tactic: string;
  tiles: string[];
  forms?: FormRow[] | null;
}
/** Of 14 tiles: a discard is due. */
interface DrawStudy extends AnyStudy {
  stage: "draw";
  drawn: string;
  win?: WinCount | null;
  choice?: string | null;
  reason?: Reason | null;
  actions: Candidate[];
  waits: Record<string, WaitRow[]>;
  which_discard?: { discards: Candidate[] } | null;
  table: { own_draws_left: number; known: boolean };
}
/** Of 13: what comes next. */
interface WaitStudy extends AnyStudy {
  stage: "wait";
  win?: undefined;
  reason?: undefined;
  wins: WaitRow[];
  claims: ClaimRow[];
}
/** Of 12: what one more tile would make of them. */
interface ShortStudy extends AnyStudy {
  stage: "short";
  win?: undefined;
  reason?: undefined;
  additions: AdditionRow[];
}
type HandStudy = DrawStudy | WaitStudy | ShortStudy;

interface Division {
  best: boolean;
  fan: number;
  chinese: string;
  english: string;
  fans: FanCount[];
  parts: { kind: string; tiles: string[] }[];
}
interface FanStudy {
  fan: number;
  enough: boolean;
  fans: FanCount[];
  calculator: string;
  other: { fan: number } | null;
  tile: string;
  flags: string[];
  flowers: number;
  points: { all: number; giver: number | null; others: number };
  divisions: Division[];
}

/** A match in a list: of a dropped file, or saved at the server. */
interface MatchRow {
  number?: number;
  key?: string;
  file?: string;
  problem?: string | null;
  id: string;
  saved?: number;
  table?: { number: number; instead: boolean; again?: boolean } | null;
  players: string[];
  action: string;
  player: number | null;
  fan: number | null;
  scores: number[];
  turns: number;
  instead?: { key: string; tactic: string; seat: number; score: number }[];
}
interface UploadReply {
  token: string;
  name: string;
  matches: MatchRow[];
  /** Its matches of several hands; a row's `game` is a place in `matches`. */
  tables: MatchTableData[];
  skipped?: string[];
}

interface ReportRow {
  key: string;
  file: string;
  kind: string;
  title: string;
}

interface ScoreRow {
  name: string;
  tactic: string;
  hands: number;
  points: number;
  error: number | null;
  seats: [number, number];
  against: HandMean;
}

// My games.
interface KeptReview {
  points_lost: number;
  decisions: number;
  accuracy: number | null;
  grades: Record<string, number>;
  /** Points lost by kind of loss; a review of an older version has none. */
  kinds?: Record<string, number>;
  worst: {
    turn: number;
    played: string;
    best: string;
    tile: number | string | null;
    lost: number;
    lost_error?: number;
    grade: string | null;
  }[];
}
interface InsteadShown {
  tactic: string;
  score: number;
  alone: boolean;
  against: number | null;
  error: number | null;
  beside: string | null;
}
interface MyHand {
  token: string;
  /** Which match of the token's table; on the site there is one. */
  table?: string;
  hand: number;
  hands: number;
  seat: number;
  wind: number;
  score: number;
  others: string[];
  ended: number;
  again: boolean;
  /** Whether a bot answered for the person: then it counts nowhere. */
  by_bot: boolean;
  replay: string | null;
  instead: InsteadShown | null;
  review: KeptReview | null;
  match?: string | null;
}
interface TrendPoint extends HandMean {
  value: number;
  mean: number;
}
/** A person's strength in the points of the named bots (mj_lab/web/server/my_games/rating.py). */
interface Rating {
  hands: number;
  needed: number;
  points: number | null;
  error: number | null;
  /** The tactics of the bots next to it. */
  below: string | null;
  above: string | null;
}
interface MyGamesReply {
  tactic: string;
  window: number;
  count: number;
  hands: MyHand[];
  score: HandMean;
  versus: HandMean;
  against: HandMean;
  lost: HandMean;
  kinds: Record<string, { all: HandMean; recent: HandMean }>;
  rating: Rating;
  trends: { against: TrendPoint[]; lost: TrendPoint[] };
}

// The trainer (mj_lab/explain/quiz).
interface QuizOption {
  action: string;
  kind: string;
  uses?: number[];
  /** What a claim discards, if it is there with several discards. */
  then?: string;
}
/** The questions that ship, or the person's own mistakes. */
type QuizDeck = "shipped" | "own";
/** An answer of a review to keep, by its place in the record. */
interface KeptAnswer {
  seat: number;
  turn: number;
}
interface KeepReply {
  kept: number;
  all: number;
}
/** What came in with a file; fault: what is wrong with the first damaged line. */
interface DeckReply extends KeepReply {
  damaged: number;
  fault: string;
}
/** What an answer costs, played on in many worlds; clear: more than its error. */
interface AnswerCost {
  worlds: number;
  points: number;
  error: number;
  clear: boolean;
}
interface DecisionQuestion {
  id: string;
  kind: "discard" | "claim";
  theme: string;
  frame: Frame;
  seat: number;
  quan: number;
  options: QuizOption[];
}
interface FanQuestion {
  id: string;
  kind: "fan";
  theme: string;
  hand: number[];
  melds: [number[], boolean][];
  tile: string;
  flags: string[];
  seat: number;
  quan: number;
  options: QuizOption[];
}
type QuizQuestion = DecisionQuestion | FanQuestion;

/** How clearly the next answer loses; told: by the tactic, true: by play-outs. */
interface QuizProof {
  told: number;
  true: number | null;
  error: number | null;
  worlds: number;
}
interface Grading {
  id: string;
  right: boolean;
  action: string;
  best: string;
  lost: number;
  lost_error?: number;
  grade: string | null;
  again: boolean;
  days: number;
  streak: number;
  replay: { record: string; seat: number; turn: number; again: boolean } | null;
  rows?: Candidate[];
  reason?: Reason | null;
  proof?: QuizProof | null;
  played?: string;
  study?: FanStudy;
  rules?: Record<string, TextPair>;
}
interface QuizSums {
  questions: number;
  seen: number;
  due: number;
  answers: number;
  right: number;
  lost: number | null;
}
interface QuizScore extends QuizSums {
  themes: Record<string, QuizSums>;
  streak: number;
  longest: number;
  days: number;
  today: number;
}

// Archives of games.
interface ArchiveGame {
  game: number;
  name: string;
  date: string | null;
  length: number;
  result: string;
  winner: number | null;
  seat: number | null;
  fan: number | null;
  fans: string[];
  seats: { player: string; score: number | null; lost: number | null }[];
}
interface ArchiveReply {
  total: number;
  games: ArchiveGame[];
  next: string | null;
}

// -- requests by their paths -----------------------------------------------------------------------

/** What is sent to a path, and what comes back. */
interface Exchanges {
  "/api/tables": [TableRequest, TableReply];
  "/api/again": [AgainRequest, TableReply];
  "/api/tables/sit": [{ token: string; player: number; name: string }, { token: string }];
  "/api/tables/known": [{ tokens: string[] }, { tables: (KnownTable | null)[] }];
  "/api/score": [undefined, { scores: ScoreRow[] }];
  "/api/saved": [undefined, MatchRow[]];
  "/api/reports": [undefined, ReportRow[]];
  "/api/uploads": [File, UploadReply];
  [file: `/api/uploads/${string}`]: [undefined, UploadReply];
  "/api/my-games": [{ tokens: string[] }, MyGamesReply];
  "/api/my-games/rating": [{ tokens: string[] }, { rating: Rating }];
  "/api/my-games/review": [{ token: string; table?: string; hand: number }, { review: KeptReview }];
  "/api/v1/analyze": [HandRequest, HandStudy];
  "/api/v1/fan": [FanRequest, FanStudy];
  "/api/train/session": [{ themes: string[]; count: number; deck?: QuizDeck }, { questions: string[] }];
  "/api/train/question": [{ id: string }, QuizQuestion];
  "/api/train/answer": [{ id: string; action: string }, Grading];
  "/api/train/score": [{ deck?: QuizDeck }, QuizScore];
  "/api/train/cost": [{ id: string; action: string; worlds: number }, { cost: AnswerCost }];
  "/api/train/keep": [{ record: string; answers: KeptAnswer[] }, KeepReply];
  "/api/train/drop": [{ id: string }, { all: number }];
  "/api/train/export": [object, { text: string }];
  "/api/train/import": [File, DeckReply];
  [games: `/api/games?${string}`]: [undefined, ArchiveReply];
  [names: `/api/games/names?${string}`]: [undefined, { players: string[]; fans: string[] }];
  "/api/review": [{ token: string }, ReviewProgress];
  // A server alone has this.
  "/api/fetch": [{ address: string }, UploadReply];
  // The site alone has these.
  "/api/my-games/export": [undefined, { text: string }];
  "/api/my-games/import": [File, { tokens: string[] }];
  [saved: `/saved/${string}`]: [undefined, ReplayData];
  [beside: `/beside/${string}`]: [undefined, SideBySideData];
}
/** How far a review is, in steps and hands; at last its data. */
type ReviewProgress =
  | { done: number; all: number; hands: number; of: number; data?: undefined }
  | { data: ReviewData; done?: undefined; all?: undefined; hands?: undefined; of?: undefined };
type Reply<T> = (T & { error?: undefined }) | ErrorReply;
