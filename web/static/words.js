// What the page says, in the reader's language; the server has all sentences.

let words = { offline: "Offline" }; // without a network, there may be no others

/** Uses the words that the server sends, by key. */
export function useWords(sent) {
  words = sent;
}

/** A clue in words, "" for none: those below 0 are named if they mean something. */
export const clueInWords = (clue) => (clue < 0 ? say(`clue_${clue}`) : String(clue));

/** A sentence by key, with its placeholders filled in; empty before there are words. */
export function say(key, values = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
