// What the page says, in the reader's language; the server has all sentences.

let words = { offline: "Offline" }; // without a network, there may be no others

/** Uses the words that the server sends, by key. */
export function useWords(sent) {
  words = sent;
}

/** A sentence by key, with its placeholders filled in; empty before there are words. */
export function say(key, values = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
