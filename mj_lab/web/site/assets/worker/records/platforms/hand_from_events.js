// A hand of a people's platform, built from its events: its wall and its steps. Why it is built so, and
// what becomes of flowers that are kept, says mj_lab/core/records/formats/platforms/hand_from_events.py.
import { ALL_KINDS, COPIES, HAND_SIZE, SEATS, TILE_KINDS, codeOf, isFlower } from "../../table/tiles.js";
import { FALSE_WIN, stepOf } from "../hand.js";
import { HandError } from "../values.js";
import { DEALT, asDrawn, drawnPlaces } from "./common_wall.js";

export const COMMON_WALL_SIZE = TILE_KINDS * COPIES + ALL_KINDS - TILE_KINDS;

/** @returns {number[][]} */
const bySeat = () => Array.from({ length: SEATS }, () => []);
/** @param {number} tile */
const copiesOf = (tile) => (isFlower(tile) ? 1 : COPIES);
const allTiles = () => Array.from({ length: ALL_KINDS }, (_, tile) => copiesOf(tile));
/** @param {number[]} tiles */
const sorted = (tiles) => [...tiles].sort((a, b) => a - b);

/**
 * The tiles that are left, in the order of a known wall, then the others in any order.
 * @param {number[]} recorded
 * @param {number[]} left
 */
function inOrder(recorded, left) {
  const rest = left.map((count) => Math.max(count, 0)),
    /** @type {number[]} */
    ordered = [];
  for (const tile of [...recorded].reverse()) {
    // Drawn tiles lie before the others.
    if (rest[tile] > 0) {
      rest[tile] -= 1;
      ordered.push(tile);
    }
  }
  return [...ordered.reverse(), ...rest.flatMap((count, tile) => Array(count).fill(tile))];
}

export class HandFromEvents {
  /**
   * Takes in a record event by event. at: the number of the event that is read now.
   * @param {number[][]} dealt the tiles of each seat's deal from the front of the wall, the dealer's 14
   * @param {number[]} rest the wall behind the deal, its front first; empty where it is not known
   */
  constructor(dealt, rest = []) {
    /** @type {import("../hand.js").Step[]} */
    this.steps = [];
    /** @type {number[][]} first and last step of a seat that keeps a flower */
    this.keeping = [];
    this.at = 0;
    this.dealt = dealt.map((tiles) => [...tiles]);
    this.rest = [...rest];
    // By seat: the tiles that replaced its dealt flowers, those flowers; flowers that were shown when
    // there was no draw to show them with.
    this.replaced = bySeat();
    /** @type {Set<number>[]} */
    this.shown = Array.from({ length: SEATS }, () => new Set());
    this.late = bySeat();
    /** @type {{ kind: string, tile: number | null } | null} what the dealer does first */
    this.first = null;
    /** @type {Map<number, import("../hand.js").Wish>} */
    this.wishes = new Map();
    /** @type {Set<number>} */
    this.passed = new Set();
    /** @type {import("../hand.js").Step[]} */
    this.falsely = [];
    /** @type {number | null} the place of the step that answers, or will answer, the newest discard or added kong */
    this.offer = null;
    if (this.dealt.some((tiles, seat) => tiles.length !== HAND_SIZE + (seat === 0 ? 1 : 0)))
      throw new HandError("a deal that is not of 13 tiles, the dealer's of 14");
  }

  // -- what happens ----------------------------------------------------------------------------------

  /**
   * A seat draws, in turn or for a kong.
   * @param {number} seat
   * @param {number} tile
   */
  draw(seat, tile) {
    this.begin("DRAW", null);
    /** @type {[number, import("../hand.js").Wish][]} */
    let preempted = [...this.wishes];
    this.settle();
    for (const drawn of [...this.late[seat], tile]) {
      this.steps.push(stepOf("DRAW", seat, drawn, { preempted, line: this.at }));
      preempted = [];
    }
    this.late[seat] = [];
  }

  /**
   * A seat shows a flower and gets a tile for it. dealing: before play begins.
   * @param {number} seat
   * @param {number} flower
   * @param {number} tile
   * @param {boolean} dealing
   */
  showFlower(seat, flower, tile, dealing) {
    if (dealing || (seat === 0 && this.first === null)) {
      const isDealt =
        isFlower(flower) && (this.dealt[seat].includes(flower) || this.replaced[seat].includes(flower));
      if (this.shown[seat].has(flower) || !isDealt) throw this.notDrawn(flower);
      this.shown[seat].add(flower);
      this.replaced[seat].push(tile);
      return;
    }
    /** @param {number} drawn */
    const draw = (drawn) => stepOf("DRAW", seat, drawn, { line: this.at });
    const last = this.steps.findLast((step) => step.kind !== FALSE_WIN) ?? null,
      isOwn = last !== null && last.kind === "DRAW" && last.seat === seat;
    if (isOwn && last.tile === flower) {
      this.steps.push(draw(tile));
      return;
    }
    const slot = this.slotOf(seat, flower);
    let index = this.steps.length;
    if (isOwn) {
      index = this.steps.lastIndexOf(last);
      this.fill(slot, last.tile ?? 0);
      this.steps[index] = { ...last, tile: flower };
      this.steps.push(draw(tile));
    } else {
      this.fill(slot, tile);
      this.late[seat].push(flower);
    }
    this.keeping.push([slot.tiles === null ? slot.place + 1 : 0, index + 1, seat]);
  }

  /**
   * A seat discards, or makes a concealed or an added kong.
   * @param {string} kind
   * @param {number} seat
   * @param {number} tile
   * @param {boolean} [justDrawn]
   */
  act(kind, seat, tile, justDrawn = false) {
    this.begin(kind, justDrawn ? tile : null);
    this.settle();
    this.steps.push(stepOf(kind, seat, tile, { line: this.at }), ...this.falsely);
    this.falsely = [];
    this.offer = kind === "GANG" ? null : this.steps.length;
  }

  /**
   * A seat takes a discard (CHI, PENG, GANG) or wins, on a discard or self-drawn.
   * @param {string} kind
   * @param {number} seat
   * @param {number | null} [chow]
   */
  claim(kind, seat, chow = null) {
    this.begin(kind, null);
    const preempted = [...this.wishes].filter(([other]) => other !== seat),
      passed = sorted([...this.passed]).filter((other) => other !== seat);
    this.settle();
    this.steps.push(stepOf(kind, seat, null, { chow, preempted, line: this.at, passed }));
  }

  /**
   * A seat wanted the newest discard, but another seat's claim came first. The record may have this
   * before or after that other claim.
   * @param {number} seat
   * @param {string} kind
   * @param {number | null} [chow]
   */
  wish(seat, kind, chow = null) {
    const wanted = { kind, chow };
    if (this.offer === null) throw new HandError("a claim without a discard before it", this.at);
    if (this.offer === this.steps.length) {
      this.wishes.set(seat, wanted);
      return;
    }
    const taken = this.steps[this.offer];
    if (taken.seat === seat && taken.kind !== "DRAW") return;
    this.steps[this.offer] = {
      ...taken,
      preempted: [...taken.preempted.filter(([other]) => other !== seat), [seat, wanted]],
    };
  }

  /**
   * A seat was offered the newest discard and does not want it.
   * @param {number} seat
   */
  decline(seat) {
    this.passed.add(seat);
  }

  /**
   * A seat declares a false win, and play goes on.
   * @param {number} seat
   */
  falseWin(seat) {
    this.begin(FALSE_WIN, null);
    const step = stepOf(FALSE_WIN, seat, null, { line: this.at });
    this.wishes.delete(seat);
    if (["CHI", "PENG"].includes(this.steps.at(-1)?.kind ?? "")) {
      this.falsely.push(step); // A claim and its discard are one answer.
      return;
    }
    this.steps.push(step);
    if (this.offer === this.steps.length - 1) this.offer += 1;
  }

  /**
   * @param {string} kind
   * @param {number | null} tile
   */
  begin(kind, tile) {
    this.first ??= { kind, tile };
  }

  settle() {
    this.wishes = new Map();
    this.passed = new Set();
  }

  // -- flowers that are kept ---------------------------------------------------------------------------

  /** @param {number} flower */
  notDrawn(flower) {
    return new HandError("a flower that was not drawn", this.at, codeOf(flower));
  }

  /**
   * The place of a flower that the seat holds and has not shown: among tiles, or in the draw of a step.
   * @param {number} seat
   * @param {number} flower
   * @returns {FlowerSlot}
   */
  slotOf(seat, flower) {
    if (isFlower(flower) && !this.shown[seat].has(flower)) {
      for (const tiles of [this.dealt[seat], this.replaced[seat]])
        if (tiles.includes(flower)) return { tiles, place: tiles.indexOf(flower) };
    }
    const index = this.steps.findIndex(
      (step, at) =>
        step.kind === "DRAW" && step.seat === seat && step.tile === flower && !this.isReplaced(at),
    );
    if (index < 0) throw this.notDrawn(flower);
    return { tiles: null, place: index };
  }

  /**
   * Whether the draw of a flower is followed by the same seat's draw for it.
   * @param {number} index
   */
  isReplaced(index) {
    const following = this.steps.slice(index + 1).find((step) => step.kind !== FALSE_WIN);
    return following !== undefined && following.kind === "DRAW" && following.seat === this.steps[index].seat;
  }

  /**
   * @param {FlowerSlot} options
   * @param {number} tile
   */
  fill({ tiles, place }, tile) {
    if (tiles === null) this.steps[place] = { ...this.steps[place], tile };
    else tiles[place] = tile;
  }

  // Flowers that are never shown become the tiles that the seat would have drawn.
  fillKept() {
    const left = allTiles();
    for (const tile of this.seen()) left[tile] -= 1;
    const unseen = inOrder(this.rest, left).reverse();
    for (let seat = 0; seat < SEATS; seat += 1) {
      for (let slot = this.keptSlot(seat); slot !== null; slot = this.keptSlot(seat)) {
        const at = unseen.findIndex((one) => !isFlower(one));
        if (at < 0) throw new HandError("a flower that is kept", 0, `seat ${seat}`);
        this.fill(slot, unseen.splice(at, 1)[0]);
        this.keeping.push([slot.tiles === null ? slot.place + 1 : 0, this.steps.length, seat]);
      }
    }
  }

  /**
   * @param {number} seat
   * @returns {FlowerSlot | null}
   */
  keptSlot(seat) {
    for (const tiles of [this.dealt[seat], this.replaced[seat]]) {
      const index = tiles.findIndex((tile) => isFlower(tile) && !this.shown[seat].has(tile));
      if (index >= 0) return { tiles, place: index };
    }
    const index = this.steps.findIndex(
      (step, at) =>
        step.kind === "DRAW" && step.seat === seat && isFlower(step.tile ?? 0) && !this.isReplaced(at),
    );
    // A flower in the last draw of a hand is treated like any other.
    return index < 0 || index + 1 === this.steps.length ? null : { tiles: null, place: index };
  }

  seen() {
    return [...this.dealt, ...this.replaced].flat().concat(this.drawn(this.steps));
  }

  /** @param {import("../hand.js").Step[]} steps */
  drawn(steps) {
    return steps.flatMap(({ kind, tile }) => (kind === "DRAW" && tile !== null ? [tile] : []));
  }

  // -- the end -----------------------------------------------------------------------------------------

  /**
   * Puts the dealer's first draw into `steps`.
   * @returns {[number[], boolean]} the wall, and whether it lies as recorded
   */
  finish() {
    if (this.first === null) throw new HandError("no play in it");
    this.checkCopies();
    this.fillKept();
    const east = sorted(this.dealt[0]),
      plain = east.filter((one) => !isFlower(one));
    const { kind, tile } = this.first,
      drawn = kind === "PLAY" && tile !== null && plain.includes(tile) ? tile : plain.at(-1);
    if (drawn === undefined) throw new HandError("no play in it");
    east.splice(east.indexOf(drawn), 1);
    this.steps.unshift(stepOf("DRAW", 0, drawn));
    return this.wall([...east, ...this.dealt.slice(1).flatMap(sorted), drawn]);
  }

  checkCopies() {
    const counts = Array(ALL_KINDS).fill(0);
    for (const tile of [...this.seen(), ...this.late.flat()]) counts[tile] += 1;
    const more = [...this.seen(), ...this.late.flat()].find((tile) => counts[tile] > copiesOf(tile));
    if (more !== undefined) throw new HandError("more copies of a tile than there are", 0, codeOf(more));
  }

  /** @param {number[]} head @returns {[number[], boolean]} */
  wall(head) {
    const replaced = this.replaced.map((tiles) => tiles.length),
      table = Array(COMMON_WALL_SIZE).fill(null);
    const drawn = this.drawn(this.steps.slice(1)),
      fronts = [...head],
      backs = this.replaced.flat();
    for (const place of drawnPlaces(replaced, this.steps, COMMON_WALL_SIZE))
      table[place] = (place < DEALT ? fronts.shift() : (backs.shift() ?? drawn.shift())) ?? null;
    const recorded = [...head, ...this.rest],
      counts = Array(ALL_KINDS).fill(0);
    for (const tile of recorded) counts[tile] += 1;
    const isWhole =
      allTiles().every((count, tile) => counts[tile] === count) &&
      table.every((tile, index) => tile === null || tile === recorded[index]);
    if (isWhole) return [asDrawn(recorded, replaced, this.steps), true];
    const left = allTiles();
    for (const tile of table) if (tile !== null) left[tile] -= 1;
    const undrawn = inOrder(this.rest, left);
    return [
      asDrawn(
        table.map((tile) => tile ?? undrawn.shift()),
        replaced,
        this.steps,
      ),
      false,
    ];
  }
}
