// The form for the options of a slash command.

import { act } from "./api.js";
import { h, icon } from "./dom.js";
import { optionField } from "./fields.js";
import { store } from "./store.js";

/** The form; `begin()` focuses it. `leave()` is called when it is sent or cancelled. */
export function commandForm(command, { refuse, leave }) {
  const valuesSoFar = () => Object.fromEntries(fields.map((field) => [field.option.name, field.typed()]).filter(([, value]) => value));
  const fields = command.options.map((option) => optionField(command, option, valuesSoFar));
  const send = h("button", { type: "submit", class: "icon-button send", "aria-label": `Send /${command.name}` }, icon("send"));
  const cancel = h("button", { type: "button", class: "icon-button", "aria-label": "Leave this command", onclick: leave }, icon("close"));
  const form = h("form", {
    class: "command",
    "aria-label": `/${command.name}: ${command.description}`,
    novalidate: true,
    onsubmit: submit,
    onkeydown: (event) => event.key === "Escape" && leave(),
  },
  h("div", { class: "command-head" }, h("span", { class: "command-name" }, `/${command.name}`), h("span", { class: "grow command-description" }, command.description), cancel, send),
  fields.length > 0 && h("div", { class: "fields-grid" }, fields));
  form.begin = () => (fields.length ? fields[0].focusInput() : send.focus());
  return form;

  /** The input as { values, files }; shows an error and returns null when it is invalid. */
  function read() {
    const values = {};
    const files = [];
    for (const field of fields) {
      const value = field.read();
      field.mark(field.option.required && value === "" && "required");
      if (value instanceof File) files.push([field.option.name, value]);
      else if (value !== "") values[field.option.name] = value;
      else if (field.typed() !== "") return wrong(field, `Choose ${field.option.name} from its list.`);
    }
    const missing = fields.find((field) => field.option.required && field.read() === "");
    return missing ? wrong(missing, `Fill in ${missing.option.name}: it is required.`) : { values, files };
  }

  function wrong(field, sentence) {
    field.mark(true);
    refuse(sentence);
    field.focusInput();
    return null;
  }

  async function submit(event) {
    event.preventDefault();
    const entered = read();
    if (!entered) return;
    send.disabled = true;
    try {
      if (command.launches) await act("launch", { channel_id: store.channel, name: command.name });
      else await act("slash", { channel_id: store.channel, name: command.name, values: entered.values }, entered.files);
      if (form.isConnected) leave(); // otherwise it was cancelled meanwhile
    } catch (error) {
      refuse(error.message);
      send.disabled = false;
    }
  }
}
