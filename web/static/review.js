// The review of a solved board: its counts, then each moment on the board.

import { say } from "./words.js";

/** Shows a review, { text, moments }: its counts, or the moment with a number. */
export function showReview(page, { text, moments }, number = 0) {
  const part = number ? moments[number - 1] : { text };
  const [title, ...lines] = part.text.split("\n");
  const turn = (to) => () => showReview(page, { text, moments }, to);
  const choices = [
    number > 0 && [say("previous"), turn(number - 1)],
    number < moments.length && [say(number ? "following" : "moments"), turn(number + 1)],
    [say("replay"), () => page.act("replay")],
  ];
  page.help.show(
    { title, text: lines.join("\n"), layers: part.layers, shown: part.shown, choices: choices.filter(Boolean) },
    { do: "review" },
  );
}
