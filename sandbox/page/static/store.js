// The page's copy of the server's state, updated by its events.

export const WAITING = "waiting";
export const FAILED = "failed";
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const FORUM = 15;
const TYPING_MS = 10_000;

/** What the server tells (`sandbox/page/view.py`) once it is `ready`, and what only the page knows. */
export const store = { ready: false, connected: false, channel: null, typing: new Map(), seen: new Map() };

/** Replaces the state with one from the server. */
export function load(state) {
  const other = store.you?.id !== state.you.id;
  Object.assign(store, state, {
    ready: true,
    ahead: state.now * 1000 - Date.now(),
    messages: new Map(state.messages.map((message) => [message.id, message])),
    interactions: new Map(state.interactions.map((interaction) => [interaction.id, interaction])),
  });
  if (other) recallSeen();
  const wanted = decodeURIComponent(location.hash.slice(1)) || store.channel;
  store.channel = (store.channels.find((channel) => channel.id === wanted) ?? store.channels[0]).id;
}

/** What events change, by type; each returns something if the open channel looks different. */
const CHANGES = {
  message: ({ message }) => {
    store.messages.set(message.id, message);
    const typing = store.typing.get(message.channel_id);
    if (typing?.user.id === message.author.id) store.typing.delete(message.channel_id);
    return message.channel_id === store.channel;
  },
  delete: ({ id }) => store.messages.delete(id),
  interaction: ({ interaction }) => {
    const notice = interaction.stage === WAITING || interaction.stage === FAILED;
    if (notice && !interaction.dismissed) store.interactions.set(interaction.id, interaction);
    else store.interactions.delete(interaction.id);
    return interaction.channel_id === store.channel;
  },
  commands: ({ commands }) => Object.assign(store, { commands }),
  presence: ({ online }) => Object.assign(store, { online }),
  typing: ({ channel_id, user }) => void store.typing.set(channel_id, { user, until: Date.now() + TYPING_MS }),
  clock: ({ now: seconds }) => Object.assign(store, { ahead: seconds * 1000 - Date.now() }),
};

/** Applies one event; returns whether it changes the view of the open channel. */
export function apply(event) {
  return Boolean(CHANGES[event.type]?.(event));
}

/** The time of the chat's clock, in milliseconds since 1970; it can be ahead of real time. */
export function now() {
  return Date.now() + store.ahead;
}

export function openChannel() {
  return store.channels.find((channel) => channel.id === store.channel);
}

/** The user who is typing in the open channel, or undefined. */
export function typist() {
  const typing = store.typing.get(store.channel);
  return typing && typing.until > Date.now() ? typing.user : undefined;
}

/** The messages of a channel, oldest first. */
export function messagesOf(channelId) {
  return [...store.messages.values()].filter((message) => message.channel_id === channelId).sort(byId);
}

export function byId(a, b) {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}

/** Number of messages of other users in a channel since it was last open. */
export function unreadIn(channelId) {
  const seen = BigInt(store.seen.get(channelId) ?? 0);
  return messagesOf(channelId).filter((message) => BigInt(message.id) > seen && message.author.id !== store.you.id).length;
}

export function markSeen(channelId) {
  const newest = messagesOf(channelId).at(-1);
  if (!newest || store.seen.get(channelId) === newest.id) return;
  store.seen.set(channelId, newest.id);
  sessionStorage.setItem(`seen ${store.you.id}`, JSON.stringify([...store.seen]));
}

function recallSeen() {
  const kept = sessionStorage.getItem(`seen ${store.you.id}`);
  store.seen = new Map(kept ? JSON.parse(kept) : []);
  if (!kept) for (const channel of store.channels) markSeen(channel.id);
}

export const names = {
  person: (id) => store.members.find((member) => member.id === id)?.name ?? "unknown",
  channel: (id) => store.channels.find((channel) => channel.id === id)?.name ?? "unknown",
  role: (id) => store.roles.find((role) => role.id === id)?.name.replace(/^@/, "") ?? "unknown",
};

/** The name of the icon of a channel. */
export function iconOf(channel) {
  if (channel.parent_id) return "thread";
  return channel.type === FORUM ? "forum" : channel.guild ? "hash" : "at";
}

/** The display name of a channel: "#general", "@Bot". */
export function nameOf(channel) {
  return channel.guild ? (channel.parent_id ? channel.name : `#${channel.name}`) : `@${channel.name}`;
}

export function commandsHere(type) {
  return (store.commands[store.channel] ?? []).filter((command) => command.type === type);
}

/** The available slash commands, one per sub-command, and the entry point: [{ name, description, options }]. */
export function slashCommands() {
  const entry = commandsHere(4).map(({ name, description }) => ({ name, description, options: [], launches: true }));
  return [...commandsHere(1).flatMap((command) => spell(command.name, command)), ...entry];
}

function spell(name, command) {
  const nested = (command.options ?? []).filter((option) => option.type === 1 || option.type === 2);
  if (nested.length) return nested.flatMap((option) => spell(`${name} ${option.name}`, option));
  return [{ name, description: command.description, options: command.options ?? [] }];
}

/** The slash commands, /help first, then those without required options, then the others. */
export function firstCommands() {
  const rank = (command) => (command.name === "help" ? 0 : command.options.some((option) => option.required) ? 2 : 1);
  return slashCommands().sort((a, b) => rank(a) - rank(b));
}
