// What the scripts of pages make elements of. Known in every script, as messages.d.ts is.

type Child = Node | string | null | undefined;

/** A listener knows its element where a page makes fields with it. */
type FieldEvent = Event & { target: HTMLInputElement & HTMLSelectElement };

interface Attributes {
  class?: string | null;
  onclick?: (event: MouseEvent & { currentTarget: HTMLElement }) => unknown;
  onchange?: (event: FieldEvent) => unknown;
  [name: string]: unknown;
}

type SvgAttributes = Record<string, string | number>;

/** A tile as an int of mj_bot.tiles, or its code on the wire. */
type AnyTile = number | string;

/** What is said of a match in a list: when it was saved, in seconds, and of a hand at a table which it is. */
type MatchNaming = { saved?: number; table?: { number: number; instead: boolean; again?: boolean } | null };

interface CandidateOptions {
  choice: string | null;
  played?: string | null;
  offered: AnyTile | null;
  tactic: string;
  /** Whether the reasons of what was played are open too; whether any are. */
  both?: boolean;
  expand?: boolean;
  /** All rows, not the first alone. */
  all?: boolean;
  /** What a click on an effective tile of a row does. */
  pick?: (row: Candidate) => ((code: string) => void) | null;
  /** What a tap on a row plays, its name, that of its reasons; byKeys: whether it was a key. */
  play?: (action: string) => { press: (byKeys: boolean) => void; label: string; why: string } | null;
  /** One more part of a row's reasons. */
  more?: (row: Candidate) => Child;
}

/** Elements of the templates that are no plain HTMLElement, by their ids; each room adds its own. */
interface PageElements {
  data: HTMLScriptElement;
}
type PageElement<Id extends string> = Id extends keyof PageElements ? PageElements[Id] : HTMLElement;

/** What pages of records show. */
interface RecordData {
  replay: ReplayData;
  review: ReviewData;
  beside: SideBySideData;
}
type LoadRecord = <Kind extends keyof RecordData>(kind: Kind) => Promise<RecordData[Kind] | null>;
