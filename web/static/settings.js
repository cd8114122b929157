// How the person wants the board shown: kept with the person, or in this browser.

const KEY = "settings";
const DEFAULTS = { dim: false, mistakes: false, chains: true, shading: false };

/** The settings that the server sent, or those that this browser keeps. */
export function readSettings(sent) {
  return { ...DEFAULTS, ...(sent ?? kept()) };
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps settings in this browser. */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // the browser keeps nothing: they hold until the page is closed
  }
}
