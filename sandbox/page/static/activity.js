// The Activity of the application in a frame, and what Discord's client does for its library.
//
// The library sends and takes tuples of an opcode and data; a relay at the origin of the Activity
// passes them on, since it takes messages from Discord's own sites and from its own origin only.

import { act } from "./api.js";
import { h, icon } from "./dom.js";
import { store } from "./store.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const INVALID_CLIENT = 4000;
const INVALID_COMMAND = 4002;
const NOT_AUTHENTICATED = 4006;
const REFUSED = 4009;
const FREE = new Set(["AUTHORIZE", "AUTHENTICATE", "SET_ORIENTATION_LOCK_STATE", "CAPTURE_LOG", "SUBSCRIBE", "UNSUBSCRIBE", "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS", "OPEN_EXTERNAL_LINK", "GET_PLATFORM_BEHAVIORS"]);
/** What Discord's client answers to commands of its library. */
const ANSWERS = {
  AUTHORIZE: ({ launch }, { client_id }) => act("authorize", { client_id, instance_id: launch.instance_id }),
  AUTHENTICATE: (activity, { access_token }) => activity.authenticate(access_token),
  SUBSCRIBE: ({ events }, args, evt) => events.add(evt) && { evt },
  UNSUBSCRIBE: ({ events }, args, evt) => {
    events.delete(evt);
    return { evt };
  },
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: (activity) => ({ participants: activity.participants() }),
  USER_SETTINGS_GET_LOCALE: () => ({ locale: "en-US" }),
  GET_PLATFORM_BEHAVIORS: () => ({ iosKeyboardResizesView: true }),
  OPEN_EXTERNAL_LINK: (activity, { url }) => {
    window.open(url, "_blank", "noopener");
    return { opened: true };
  },
  SET_ORIENTATION_LOCK_STATE: () => null,
  CAPTURE_LOG: () => null,
};
const narrow = window.matchMedia("(max-width: 720px)");
let shown = null;

/** Opens an Activity beside the chat; one that is open in the same instance stays. */
export function openActivity(launch, refuse) {
  if (shown?.launch.instance_id === launch.instance_id && launch.custom_id === null) {
    shown.frame.focus();
    return;
  }
  closeActivity();
  shown = new Shown(launch, refuse);
}

/** Tells the page of an Activity who is in its instance now. */
export function tellParticipants(event) {
  if (shown?.launch.instance_id !== event.instance_id) return;
  shown.launch.participants = event.participants;
  shown.dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", { participants: shown.participants() });
}

/** Leaves the Activity, if one is open. */
export function closeActivity() {
  shown?.close();
  shown = null;
}

class Shown {
  constructor(launch, refuse) {
    Object.assign(this, { launch, refuse, events: new Set(), authenticated: false });
    this.frame = h("iframe", { title: `Activity of ${store.bot.name}`, src: `${launch.origin}/.relay/frame.html?${this.query()}` });
    this.element = h("section", { id: "activity", "aria-label": "Activity" },
      h("header", {}, h("h2", {}, store.bot.name),
        h("button", { type: "button", class: "icon-button", "aria-label": "Leave the activity", onclick: closeActivity }, icon("close"))),
      this.frame);
    this.listen = (event) => this.connect(event);
    addEventListener("message", this.listen);
    document.body.append(this.element);
    document.body.classList.add("with-activity");
  }

  query() {
    const { instance_id, channel_id, guild_id, custom_id } = this.launch;
    const all = { instance_id, channel_id, guild_id, custom_id, frame_id: crypto.randomUUID(), platform: narrow.matches ? "mobile" : "desktop" };
    return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== null));
  }

  /** Gives the relay a port once it is there. */
  connect({ source, origin, data }) {
    if (source !== this.frame.contentWindow || origin !== this.launch.origin || data !== "relay") return;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.addEventListener("message", (event) => this.receive(event.data));
    port1.start();
    source.postMessage("port", origin, [port2]);
  }

  receive([opcode, data]) {
    if (opcode === HANDSHAKE) this.greet(data);
    else if (opcode === FRAME) this.run(data);
    else if (opcode === CLOSE) closeActivity();
  }

  greet({ v, encoding, client_id }) {
    this.authenticated = false;
    this.events.clear();
    if (v !== 1 || encoding !== "json" || client_id !== this.launch.application_id) {
      this.port.postMessage([CLOSE, { code: INVALID_CLIENT, message: "Invalid Client ID" }]);
      return;
    }
    const config = { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" };
    this.send({ cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config } });
  }

  async run({ cmd, args, evt, nonce }) {
    try {
      if (!FREE.has(cmd) && !this.authenticated) throw refusal(NOT_AUTHENTICATED, "Not authenticated or invalid scope");
      const data = await this.answer(cmd, args ?? {}, evt);
      this.send({ cmd, evt: null, nonce, data });
    } catch (error) {
      this.send({ cmd, evt: "ERROR", nonce, data: { code: error.code ?? REFUSED, message: error.message } });
    }
  }

  async answer(cmd, args, evt) {
    if (!Object.hasOwn(ANSWERS, cmd)) throw refusal(INVALID_COMMAND, `Invalid command: ${cmd}`);
    return ANSWERS[cmd](this, args, evt);
  }

  async authenticate(access_token) {
    const { user, application } = await act("authenticate", { access_token });
    this.authenticated = true;
    return {
      access_token,
      user,
      scopes: ["identify"],
      expires: new Date(Date.now() + 604_800_000).toISOString(),
      application: { ...application, description: "", icon: null, rpc_origins: [] },
    };
  }

  participants() {
    return this.launch.participants.map((user) => ({ ...user, flags: user.flags ?? 0, bot: false, premium_type: 0 }));
  }

  dispatch(evt, data) {
    if (this.events.has(evt)) this.send({ cmd: "DISPATCH", evt, nonce: null, data });
  }

  send(message) {
    this.port.postMessage([FRAME, message]);
  }

  close() {
    removeEventListener("message", this.listen);
    this.port?.close();
    this.element.remove();
    document.body.classList.remove("with-activity");
    act("leave", { instance_id: this.launch.instance_id }).catch((error) => this.refuse(error.message));
  }
}

function refusal(code, message) {
  return Object.assign(new Error(message), { code });
}
