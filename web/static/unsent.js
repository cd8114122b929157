// The requests that wait for an answer, in order. Those that change the board survive a reload.
//
// A duplicated tab has a copy of them: each page load numbers its requests in a stream of its own,
// and only those that wait keep theirs, so that the server does each of them once. A request that the
// server refuses is the last of its stream: a later one would make it a repetition for the other tab.

import { randomWord } from "./session.js";

const KEY = "waiting";
const KEPT = new Set(["mark", "shade", "edit", "set", "turn", "resize"]);

/**
 * The waiting requests of a session, kept in a storage like `sessionStorage`. One that `holds` sends
 * none that change the board: they wait until an answer with all of them is taken. One with `ownTrials`
 * sends none from where a trial begins.
 */
export class Unsent {
  constructor(storage, token, holds = false, ownTrials = false) {
    Object.assign(this, { storage, token, holds, ownTrials });
    this.#beginStream();
    this.waiting = readKept(storage, token);
  }

  /** The requests that change the board and stay on this page. */
  get held() {
    const begins = this.ownTrials ? this.waiting.findIndex(({ edit }) => edit === "begin") : -1;
    if (begins < 0 && !this.holds) return [];
    return this.waiting.filter((request, place) => KEPT.has(request.do) && place >= begins);
  }

  /** The number of requests that change the board and are to be sent. */
  get unsaved() {
    return this.waiting.filter((request) => KEPT.has(request.do)).length - this.held.length;
  }

  /** The first request that is to be sent. */
  get next() {
    const { held } = this;
    return this.waiting.find((request) => !held.includes(request));
  }

  /** Removes requests that were not sent. */
  drop(requests) {
    this.waiting = this.waiting.filter((request) => !requests.includes(request));
    this.#keep();
  }

  /** Numbers a request, keeps it and returns it. */
  add(request) {
    const numbered = this.#push(request);
    this.#keep();
    return numbered;
  }

  /**
   * Takes an answer; returns the request that it settles, or undefined. A request is kept when the
   * server is busy. After a conflict nothing is right that was drawn later.
   */
  settle({ s, ack, refused, why }) {
    const index = this.waiting.findIndex((each) => each.s === s && each.n === (ack ?? refused));
    if (index < 0 || why === "busy") return undefined;
    const [settled] = this.waiting.splice(index, 1);
    if (this.holds && settled.do === "submit" && ack) this.waiting.length = 0;
    if (why === "conflict") {
      const later = this.waiting.splice(index).filter((request) => !KEPT.has(request.do));
      this.#beginStream();
      for (const request of later) this.#push(request);
    }
    this.#keep();
    return settled;
  }

  #beginStream() {
    this.stream = randomWord();
    this.number = 0;
  }

  #push(request) {
    this.number += 1;
    const numbered = { ...request, s: this.stream, n: this.number };
    this.waiting.push(numbered);
    return numbered;
  }

  #keep() {
    const kept = this.waiting.filter((request) => KEPT.has(request.do));
    this.storage.setItem(KEY, JSON.stringify({ token: this.token, kept }));
  }
}

function readKept(storage, token) {
  try {
    const found = JSON.parse(storage.getItem(KEY));
    return found.token === token ? found.kept : [];
  } catch {
    return [];
  }
}
