// Starts the page of a draft: the link or the session of this tab, then its board.

import { Editor } from "./editor.js";
import { enter } from "./opening.js";
import { openStorage } from "./session.js";
import { say } from "./words.js";

const { storage } = openStorage();
const own = { // the page of a board may open in the same tab
  getItem: (key) => storage.getItem(`draft ${key}`),
  setItem: (key, value) => storage.setItem(`draft ${key}`, value),
  removeItem: (key) => storage.removeItem(`draft ${key}`),
};
const found = await enter(own, { words: "api/words?of=draft" });
if (found) {
  for (const name of ["keys", "share"]) document.getElementById(name).textContent = say(`edit_${name}`);
  new Editor(found, own, storage);
}
