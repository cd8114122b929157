// What stays in the browser, so that the page works without a network: the session, the board as it
// was last known, and what waits. A tab keeps it until it is closed, a page that is installed as an app
// on the device.

const PREFIX = "ouro "; // in the storage of the device, which the origin's other pages have too
const installed = matchMedia("(display-mode: standalone)");

/** Whether the page runs as an installed app. */
export const isInstalled = () => installed.matches;

/** The storage of a tab, which an installed page keeps on the `device` as well. */
export function lasting(tab, device) {
  const install = () => isInstalled() && copy(tab, device, "", PREFIX);
  if (tab.getItem("token")) install();
  else if (isInstalled()) copy(device, tab, PREFIX, "");
  installed.addEventListener("change", install);
  const onDevice = (change) => {
    try {
      if (isInstalled()) change();
    } catch {
      // There is no room: then the tab alone has it.
    }
  };
  return {
    getItem: (key) => tab.getItem(key),
    setItem: (key, value) => {
      tab.setItem(key, value);
      onDevice(() => device.setItem(PREFIX + key, value));
    },
    removeItem: (key) => {
      tab.removeItem(key);
      onDevice(() => device.removeItem(PREFIX + key));
    },
  };
}

function copy(from, to, before, after) {
  for (const key of Object.keys(from)) {
    if (key.startsWith(before)) to.setItem(after + key.slice(before.length), from.getItem(key));
  }
}

/** Keeps what never changes of a board ("board"), or its marks ("state"), unless there is no room. */
export function keep(storage, token, name, value) {
  try {
    storage.setItem(name, JSON.stringify({ token, value }));
  } catch {
    storage.removeItem(name);
  }
}

/** The board of a session as it was last known, { board, state }; null if none is kept. */
export function recall(storage) {
  const [board, state] = ["board", "state"].map((name) => read(storage, name));
  return board && { board, state };
}

function read(storage, name) {
  try {
    const { token, value } = JSON.parse(storage.getItem(name));
    return token === storage.getItem("token") ? value : null;
  } catch {
    return null;
  }
}

/** Removes what is kept of a board whose session is over. */
export function forget(storage) {
  for (const name of ["board", "state", "waiting"]) storage.removeItem(name);
}

/** Has the browser keep the files of the page; not for a page in the frame of another. */
export function keepFiles() {
  if (!("serviceWorker" in navigator) || window.top !== window) return;
  const rules = { createScriptURL: () => "worker.js" };
  const policy = window.trustedTypes?.createPolicy("worker", rules) ?? rules;
  navigator.serviceWorker.register(policy.createScriptURL("")).catch(() => {}); // then it needs a network
}
