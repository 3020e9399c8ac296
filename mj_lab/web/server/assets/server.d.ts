// Types of the server's pages (core/pages/assets/pages.d.ts says how they are known).

/** A request, and the promise of its answer; it rejects where none comes. */
type SendRequest = <Path extends keyof Exchanges>(
  path: Path,
  body?: Exchanges[Path][0],
) => Promise<Reply<Exchanges[Path][1]>>;
type DataOfPage = (path: string, signal?: AbortSignal) => Promise<ReplayData>;

/** What a connection to a table uses of a WebSocket. */
interface TableSocket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code?: number; reason?: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** A bot with a name; points: by which it is ahead of the strongest, a game (mj_lab/table/play/at_table/levels.py). */
interface NamedBot {
  tactic: string;
  name: TextPair;
  character: TextPair;
  points: number;
  error: number;
  level: TextPair | null;
}

/** What pages offer to choose from (mj_lab/web/server/front/pages.py, choices). */
interface PageChoices {
  tactics: string[];
  tactic: string;
  levels: NamedBot[];
  bots: NamedBot[];
  most_bytes: number;
  most_reviewed: number;
  labels: Labels;
}
interface TableChoices extends PageChoices {
  programs: string[];
  closes: CloseCodes;
  /** How others reach this server; a site has none. */
  reach?: { local: boolean; addresses: string[] };
}

/** What was kept when this browser set a table up. */
type KeptTable = TableReply & { settings?: TableRequest | AgainRequest };

interface PlayState {
  /** The newest state of the table; null before the first. */
  message: TableMessage | null;
  note: NoteMessage | null;
  /** Names by seat, as on the table. */
  names: string[];
  /** The own answer, once the server has it. */
  given: string | null;
  /** The claim whose discard is being chosen. */
  claim: Choice | null;
  thinking: boolean;
  leaving: boolean;
  ready: number[];
  compared: SameWallMessage | null;
  coach: CoachNote | null;
  effective: EffectiveMessage | null;
  pass: string;
  /** Whether a bot plays in the own seat. */
  auto: boolean;
  data: TableChoices;
  view: number;
  open: boolean;
}
/** The same once the table has said how it is. */
type PlayingState = PlayState & { message: TableMessage };
type LobbyState = PlayingState & { note: NoteMessage };
/** A table's state at the end of a hand. */
type EndMessage = TableMessage & { result: HandResult };

/** What a table's connection calls. */
interface TableListener {
  message: (message: TableMessage) => void;
  note: (note: NoteMessage) => void;
  compared: (message: SameWallMessage) => void;
  effective: (message: EffectiveMessage) => void;
  refused: (message: RefusedMessage) => void;
  /** why: what the server waits for, if it said so. */
  line: (up: boolean, why?: string) => void;
  gone: () => void;
}
/** An order that may have to be sent again. */
type PendingOrder = { order: TableOrder; sent: boolean };

/** A button under the own hand. */
interface AnswerButton {
  text: string;
  tiles: number[];
  press: () => void;
  extra: FanLine[] | null;
  classes: string;
}

/** A hand as it is read so far (hand_text.js). */
interface HandReading {
  tiles: string[];
  flowers: string[];
  melds: MeldText[];
  rest: string;
  /** Where the rest begins, from 1; as everywhere characters are counted, not halves of them. */
  column: number;
  notation: string;
}
interface MeldText {
  text: string;
  codes: string[];
  concealed: boolean;
}
/** The tables of the notations (mj_lab/core/text/hands.py, hand_rules). */
interface HandRules {
  named: Record<string, string>;
  lettered: string;
  letters: Record<string, string>;
  words: [string, string | null, boolean][];
  source: string;
  run: string;
  arabic: string;
  chinese: string;
  numbers: Record<string, number>;
  honours: string[];
  suits: Record<string, string>;
  between: string;
  brackets: Record<string, string>;
  names: Record<string, string>;
  longest: number;
  melds: number;
}
/** The next tiles of a text, and where they end. */
interface TileGroup {
  codes: string[];
  end: number;
  notation: string | null;
  letter?: string;
  asTools?: boolean;
}
/** The next meld of a text. marked: whether more than its tiles says how it came. */
interface MeldGroup extends MeldText {
  end: number;
  notations: (string | null)[];
  marked: boolean;
  asTools: boolean;
  letter?: undefined;
}

/** What is asked of a complete hand. */
type FanAsked = { flags: string[]; tile: string };
type AskFan = (flags: string[], tile: string, calculator?: "judge" | "mahjonggb") => void;
/** The study of a complete hand, with how its last tile came. */
type FanShown = Reply<FanStudy> | null;
interface StudyMoves {
  draw: (code: string, discarded?: string) => void;
  discard: (code: string) => void;
}

/** Themes by name: the theme, its Chinese and its English name. */
type ThemeName = [string, string, string];
interface TrainState {
  /** Set before any of it is drawn. */
  question: QuizQuestion;
  /** The answer, graded; null until then. */
  grading: Grading | null;
}
type Answered = { question: QuizQuestion; grading: Grading };

interface PageElements {
  hand: HTMLInputElement;
  seen: HTMLInputElement;
  turn: HTMLInputElement;
  find: HTMLInputElement;
  address: HTMLInputElement;
  file: HTMLInputElement;
  sounds: HTMLInputElement;
  seat: HTMLSelectElement;
  wind: HTMLSelectElement;
  tactic: HTMLSelectElement;
  kind: HTMLSelectElement;
  value: HTMLSelectElement;
  count: HTMLSelectElement;
  claims: HTMLSelectElement;
  "claims-first": HTMLSelectElement;
  "coach-mode": HTMLSelectElement;
  "coach-first": HTMLSelectElement;
  "train-theme": HTMLSelectElement;
  "train-deck": HTMLSelectElement;
  lot: HTMLSelectElement;
  pace: HTMLSelectElement;
  clock: HTMLSelectElement;
  hands: HTMLSelectElement;
  "play-now": HTMLButtonElement;
  "own-name": HTMLInputElement;
  [field: `field-${string}`]: HTMLInputElement & HTMLSelectElement;
  [seat: `seat-${number}`]: HTMLSelectElement;
  [name: `name-${number}`]: HTMLInputElement;
  [replay: `replay-${number}`]: HTMLAnchorElement;
}

/** A fan on its page (mj_lab/web/server/rules). */
interface RuleOfFan {
  name: string;
  calls: string[];
  pinyin: string[];
  value: number;
  excludes: string[];
  melds: [string[], boolean][];
  flowers: string[];
  tiles: string[];
  tile: string;
  drawn: boolean;
  won: string[];
  fan: number;
  enough: boolean;
  fans: FanCount[];
}

/** The parts of an OpenAPI document that its page shows. */
interface ApiSchema {
  $ref?: string;
  anyOf?: ApiSchema[];
  enum?: unknown[];
  type?: string;
  items?: ApiSchema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  examples?: unknown[];
  description?: string;
  required?: string[];
  properties?: Record<string, ApiSchema>;
}
type ApiContent = { content: { "application/json": { schema: ApiSchema } } };
interface ApiOperation {
  operationId: string;
  summary?: string;
  description?: string;
  requestBody?: ApiContent;
  responses: Record<string, ApiContent & { description: string }>;
}
interface ApiDocument {
  servers: { url: string }[];
  info: { description: string; version: string };
  components: { schemas: Record<string, ApiSchema> };
  paths: Record<string, Record<string, ApiOperation>>;
}
