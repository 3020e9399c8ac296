// Which platform a record is from, and the hands in it (mj_lab/core/records/formats/platforms/detect.py).
import { ReadError, isObject, isWhole, textIn } from "../values.js";
import { SalasasaMatch, matchIn } from "./salasasa.js";
import { isTziakchaHand, tziakchaHand } from "./tziakcha.js";

const MOST_HANDS = 64; // A match has 16.
const NOT_FETCHED = "the hands of this match are named, not in it: mj records fetch gets them";

/**
 * @typedef {{ label: string, parse: () => (import("../hand.js").Played | Promise<import("../hand.js").Played>) }} HandFound
 * label: which one, if the record has several
 * @param {any} record
 * @param {[string, number][]} fans of `fans.js`
 * @returns {HandFound[] | null} null if it is of neither platform
 */
export function handsOfPeople(record, fans) {
  const hands = handsIn(record, fans);
  if (hands === null) return null;
  if (hands.length > MOST_HANDS) throw new ReadError(`${hands.length} hands in one match`);
  return hands.length === 1 ? [{ ...hands[0], label: "" }] : hands;
}

/**
 * @param {Raw} record
 * @param {[string, number][]} fans
 * @returns {HandFound[] | null}
 */
function handsIn(record, fans) {
  if (matchIn(record) !== null) {
    const match = new SalasasaMatch(record, fans);
    return match.numbers.map((number) => ({ label: `hand ${number}`, parse: () => match.hand(number) }));
  }
  if (isTziakchaHand(record)) return [{ label: "", parse: () => tziakchaHand(record, fans) }];
  if (isTziakchaMatch(record)) return ofSession(record, fans);
  if (isObject(record) && record.success === false)
    throw new ReadError(`the platform refused: ${textIn(record.message) || "no reason"}`);
  return null;
}

/** @param {Raw} record */
const isTziakchaMatch = (record) =>
  isObject(record) &&
  Array.isArray(record.records) &&
  ("session" in record || "periods" in record || record.records.some(isTziakchaHand));

/**
 * @param {Raw} record
 * @param {[string, number][]} fans
 * @returns {HandFound[]}
 */
function ofSession(record, fans) {
  const session = "session" in record ? record.session : record,
    { records } = record,
    { periods = 0, id } = isObject(session) ? session : {};
  const ofMatch =
    isWhole(periods) && periods >= 1 && periods <= MOST_HANDS ? Number(periods) : periods === true ? 1 : 0;
  if (!records.some(isTziakchaHand))
    throw new ReadError(records.length ? NOT_FETCHED : "records: no hand in it");
  const belongs = textIn(id);
  return /** @type {Raw[]} */ (records).map((hand, index) => ({
    label: `hand ${index + 1}`,
    parse: () => tziakchaHand(isObject(hand) ? { belongs, ...hand } : {}, fans, ofMatch),
  }));
}
