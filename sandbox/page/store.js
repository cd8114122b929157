// What the page knows: a copy of the server's state, kept up to date by its events.

export const WAITING = "waiting";
export const FAILED = "failed";
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;

export const store = {
  ready: false,
  connected: false,
  online: false,
  channel: null,
  you: null,
  bot: null,
  channels: [],
  members: [],
  messages: new Map(),
  interactions: new Map(),
  commands: {},
  token_seconds: 900,
};

/** Take over a whole state from the server. */
export function load(state) {
  Object.assign(store, state, {
    ready: true,
    messages: new Map(state.messages.map((message) => [message.id, message])),
    interactions: new Map(state.interactions.map((interaction) => [interaction.id, interaction])),
  });
  const wanted = decodeURIComponent(location.hash.slice(1)) || store.channel;
  store.channel = (store.channels.find((channel) => channel.id === wanted) ?? store.channels[0]).id;
}

/** Take one event over; true when it changes what is shown in the open channel. */
export function apply(event) {
  switch (event.type) {
    case "message":
      store.messages.set(event.message.id, event.message);
      return event.message.channel_id === store.channel;
    case "delete":
      return store.messages.delete(event.id);
    case "interaction":
      return applyInteraction(event.interaction);
    case "commands":
      store.commands = event.commands;
      return true;
    case "presence":
      store.online = event.online;
      return true;
    default:
      return false;
  }
}

function applyInteraction(interaction) {
  const notice = interaction.stage === WAITING || interaction.stage === FAILED;
  if (notice && !interaction.dismissed) store.interactions.set(interaction.id, interaction);
  else store.interactions.delete(interaction.id);
  return interaction.channel_id === store.channel;
}

export const names = {
  person: (id) => store.members.find((member) => member.id === id)?.name ?? "unknown",
  channel: (id) => store.channels.find((channel) => channel.id === id)?.name ?? "unknown",
};

export function commandsHere(type) {
  return (store.commands[store.channel] ?? []).filter((command) => command.type === type);
}

/** Slash commands one can run, with sub-commands spelled out: [{ name, description, options }]. */
export function slashCommands() {
  return commandsHere(1).flatMap((command) => spell(command.name, command));
}

function spell(name, command) {
  const nested = (command.options ?? []).filter((option) => option.type === 1 || option.type === 2);
  if (nested.length) return nested.flatMap((option) => spell(`${name} ${option.name}`, option));
  return [{ name, description: command.description, options: command.options ?? [] }];
}
