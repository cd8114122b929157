// The message box: plain text with files, or the picker of slash commands.

import { act, MAX_FILES } from "./api.js";
import { commandForm } from "./command_form.js";
import { bytes, h, icon } from "./dom.js";
import { Options } from "./options.js";
import { nameOf, openChannel, slashCommands, store, typist } from "./store.js";

const MAX_LENGTH = 2000;
const TALLEST = 180;
const EMPTY = { text: "", files: [] };
const root = document.querySelector("#composer");
const problem = h("p", { class: "problem", role: "alert" });
const typing = h("p", { class: "typing", role: "status" });
const picker = h("ul", { id: "command-picker", class: "picker", role: "listbox", "aria-label": "Commands", tabindex: "0", hidden: true, onkeydown: onKey });
const input = h("textarea", {
  id: "composer-input",
  rows: "1",
  maxlength: MAX_LENGTH,
  "aria-autocomplete": "list",
  "aria-controls": "command-picker",
  "aria-label": "Message",
  oninput: onInput,
  onkeydown: onKey,
  onpaste: (event) => addFiles(event.clipboardData.files) && event.preventDefault(),
});
const chips = h("ul", { class: "chips", "aria-label": "Files to send", hidden: true });
const fileInput = h("input", {
  type: "file",
  multiple: true,
  hidden: true,
  onchange: () => {
    addFiles(fileInput.files);
    fileInput.value = "";
  },
});
const addButton = h("button", { type: "button", class: "icon-button", "aria-label": "Attach files", title: "Attach files", onclick: () => fileInput.click() }, icon("add"));
const sendButton = h("button", { type: "button", class: "icon-button send", "aria-label": "Send", onclick: sendText }, icon("send"));
const narrow = window.matchMedia("(max-width: 720px)");
const drafts = new Map();

const options = new Options(input, picker, optionOf, openCommand);
let files = [];
let channel = null;

root.addEventListener("focus", () => root.querySelector("textarea, input:not([hidden])")?.focus()); // the skip link

const main = document.querySelector("main");
main.addEventListener("dragover", (event) => event.preventDefault());
main.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!root.querySelector("form")) addFiles(event.dataTransfer.files);
});

export function refuse(text) {
  problem.textContent = text;
}

/** Shows the message box of the open channel, with its draft. */
export function showComposer({ focus = false } = {}) {
  if (channel !== store.channel) {
    drafts.set(channel, { text: input.value, files });
    channel = store.channel;
    write(drafts.get(channel) ?? EMPTY);
  }
  root.replaceChildren(problem, h("div", { class: "writing" }, picker,
    h("div", { class: "box" }, chips, fileInput, addButton, input, sendButton)), typing);
  refuse("");
  refreshComposer();
  grow();
  options.hide();
  drawTyping();
  if (focus) input.focus();
}

/** Updates the message box after a change of commands or permissions. */
export function refreshComposer() {
  const here = openChannel();
  input.setAttribute("placeholder", placeholder(here));
  addButton.disabled = !here.can_send || !here.can_attach;
  if (options.isOpen) offer(options.chosen?.name);
}

export function drawTyping() {
  const person = typist();
  typing.textContent = person ? `${person.name} is typing…` : "";
  if (person) setTimeout(drawTyping, 1000);
}

function placeholder(here) {
  const commands = slashCommands().length > 0;
  if (!here.can_send) return commands ? "You can only use / commands here" : "You cannot send messages here";
  return `Message ${nameOf(here)}${commands && !narrow.matches ? ", or / for commands" : ""}`;
}

function grow() {
  input.style.setProperty("height", "auto");
  input.style.setProperty("height", `${Math.min(input.scrollHeight, TALLEST)}px`);
}

function addFiles(chosen) {
  const here = openChannel();
  if (!chosen.length) return false;
  if (!here.can_send || !here.can_attach) refuse("You do not have permission to attach files here.");
  else if (files.length + chosen.length > MAX_FILES) refuse(`Attach at most ${MAX_FILES} files.`);
  else files = [...files, ...chosen];
  drawChips();
  input.focus();
  return true;
}

function drawChips() {
  chips.hidden = files.length === 0;
  chips.replaceChildren(...files.map((file) => h("li", {}, icon("file"), h("span", { class: "grow" }, file.name), h("small", {}, bytes(file.size)),
    h("button", { type: "button", class: "icon-button small", "aria-label": `Do not send ${file.name}`, onclick: () => removeFile(file) }, icon("close")))));
}

function removeFile(file) {
  files = files.filter((other) => other !== file);
  drawChips();
  input.focus();
}

function onInput() {
  grow();
  offer();
}

/** Shows the commands that match the typed text. The selected command stays selected. */
function offer(chosen) {
  const text = input.value;
  if (!text.startsWith("/") || text.includes("\n")) {
    options.hide();
    return;
  }
  const wanted = text.slice(1).toLowerCase().trimEnd();
  const commands = slashCommands();
  const matches = [
    ...commands.filter((command) => command.name.startsWith(wanted)),
    ...commands.filter((command) => !command.name.startsWith(wanted) && command.name.includes(wanted)),
  ];
  options.show(matches, Math.max(0, matches.findIndex((command) => command.name === chosen)));
  if (matches.length) return;
  const nothing = store.online ? "No command matches." : "No bot is connected yet.";
  picker.append(h("li", { class: "nothing", role: "option", "aria-disabled": "true" }, nothing));
}

function optionOf(command) {
  return [h("span", { class: "command-name" }, `/${command.name}`),
    command.options.map((option) => h("span", { class: `parameter ${option.required ? "" : "may"}` }, option.name)),
    h("small", {}, command.description)];
}

function onKey(event) {
  const done = options.press(event);
  if (done === "hide") input.focus();
  else if (!done && event.key === "Enter" && !event.shiftKey && !event.isComposing) sendText();
  else if (!done) return;
  event.preventDefault();
}

async function sendText() {
  if (options.isOpen && options.chosen) {
    openCommand(options.chosen);
    return;
  }
  const sent = { text: input.value, files };
  if (!sent.text.trim() && !sent.files.length) return;
  const place = openChannel();
  const named = files.map((file, index) => [`files[${index}]`, file]);
  write(EMPTY);
  refuse("");
  input.focus();
  try {
    await act("post", { channel_id: place.id, text: sent.text }, named);
  } catch (error) {
    giveBack(sent, place, error);
  }
}

/** Puts an unsent message back into the draft of its channel, before any text typed since. */
function giveBack(sent, place, error) {
  const here = place.id === channel;
  const since = here ? { text: input.value, files } : drafts.get(place.id) ?? EMPTY;
  const draft = { text: [sent.text, since.text].filter(Boolean).join("\n"), files: [...sent.files, ...since.files] };
  if (here) write(draft);
  else drafts.set(place.id, draft);
  refuse(here ? error.message : `${nameOf(place)}: ${error.message}`);
}

/** Puts the text and files of a draft into the message box. */
function write(draft) {
  input.value = draft.text;
  files = draft.files;
  drawChips();
  grow();
}

/** Replaces the message box with the form of a command. */
export function openCommand(command) {
  input.value = "";
  refuse("");
  const form = commandForm(command, { refuse, leave: () => showComposer({ focus: true }) });
  root.replaceChildren(problem, form, typing);
  form.begin();
}
