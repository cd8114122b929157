// Inside Discord: who this is comes from Discord, whose library is loaded only there.
//
// The session of this tab is kept for a reload, but only within the instance that it was made for, and
// the server gives it back to its person alone.

import { ask, get } from "./session.js";
import { Companions } from "./companions.js";

const SCOPES = ["identify"];
const UNLOCKED = 1; // orientation: phones turn the page as they like
let sdk = null;

/**
 * The token of the board that Discord's person has in this instance; nothing if there is none, after
 * `refuse(why)`. Throws while the server cannot be reached.
 */
export async function findActivityToken(storage, refuse) {
  sdk ??= await connect();
  const code = await authorise();
  if (!code) return refuse("activity_refused");
  const place = `${sdk.instanceId} ${sdk.customId ?? ""}`;
  const known = storage.getItem("activity") === place;
  const again = window.name === "again";
  const answer = await post({
    code,
    instance: sdk.instanceId,
    wanted: known ? "" : sdk.customId ?? "", // a link counts once: afterwards it is what was launched
    token: known && !again ? storage.getItem("token") ?? "" : "",
    again,
  });
  window.name = "";
  if (!answer.token) return refuse(answer.text ?? (answer.why === "over" ? "session_over" : "activity_refused"));
  storage.setItem("activity", place);
  storage.setItem("token", answer.token);
  await sdk.commands.authenticate({ access_token: answer.access_token });
  return answer.token;
}

/** Shows who else plays in this instance, with the names that Discord's client has. */
export function showOthers(page) {
  const others = new Companions(page);
  const meet = ({ participants }) => others.meet(participants);
  sdk.subscribe("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", meet)
    .then(() => sdk.commands.getInstanceConnectedParticipants())
    .then(meet, () => {}); // without names, nobody else is shown
  return others;
}

async function connect() {
  const { DiscordSDK } = await import("./discord-sdk.js");
  const { application } = await get("api/activity");
  const connected = new DiscordSDK(application, { disableConsoleLogOverride: true });
  await connected.ready();
  document.addEventListener("click", openOutside);
  if (connected.platform === "mobile") {
    keepClear();
    addEventListener("resize", keepClear);
    await connected.commands.setOrientationLockState({ lock_state: UNLOCKED });
  }
  return connected;
}

/** Keeps clear of the bars of a phone where the frame has all of its screen, and nothing says what they cover. */
function keepClear() {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const isTold = ["top", "right", "bottom", "left"]
    .some((side) => parseFloat(style.getPropertyValue(`--discord-safe-area-inset-${side}`)) > 0);
  root.toggleAttribute("data-untold", !isTold && innerWidth >= screen.width && innerHeight >= screen.height);
}

/** Has Discord's client open a link to elsewhere, which a frame inside it cannot. */
function openOutside(event) {
  const link = event.target.closest("a[target='_blank']");
  if (!link) return;
  event.preventDefault();
  sdk.commands.openExternalLink({ url: link.href });
}

/** A code for the person who uses Discord's client; null if they refuse. */
function authorise() {
  const asked = { client_id: sdk.clientId, response_type: "code", state: "", prompt: "none", scope: SCOPES };
  return sdk.commands.authorize(asked).then(({ code }) => code, () => null);
}

async function post(value) {
  const answer = await ask("api/activity", { value });
  if (!answer.ok && answer.status !== 403) throw new Error(`status ${answer.status}`);
  return answer.json();
}
