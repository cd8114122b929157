// Input fields for the options of a slash command and for the components of a modal.

import { act } from "./api.js";
import { among, combobox } from "./combobox.js";
import { selectItems } from "./components.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { menuButton } from "./menu.js";
import { names, store } from "./store.js";

const TYPES = { 4: "whole number", 5: "true or false", 6: "person", 7: "channel", 8: "role", 9: "person or role", 10: "number", 11: "file" };
const SELECT_OF = { 6: 5, 7: 8, 8: 6, 9: 7 };

/** The field of one option: an element with `read()` (text or File, "" when empty) and `typed()`. */
export function optionField(command, option, valuesSoFar) {
  const label = `${option.name}: ${option.description}`;
  const hint = [option.required ? null : "optional", bounds(option)].filter(Boolean).join(", ");
  const control = optionControl(command, option, valuesSoFar, label);
  const field = h("div", { class: "field" },
    h("div", { class: "field-head" }, h("span", { class: "field-name" }, option.name,
      option.required && h("span", { class: "required", title: "required" }, "*")), h("small", {}, hint)),
    control,
    h("small", { class: "field-help" }, option.description));
  field.option = option;
  field.read = control.read;
  field.typed = control.typed ?? control.read;
  field.focusInput = () => (control.input ?? control).focus();
  field.mark = (wrong) => {
    field.classList.toggle("missing", Boolean(wrong));
    (control.input ?? control).setAttribute("aria-invalid", String(Boolean(wrong)));
  };
  return field;
}

function bounds(option) {
  const { min_value: low, max_value: high } = option;
  const range = low !== undefined && high !== undefined ? `${low} to ${high}` : low !== undefined ? `at least ${low}` : high !== undefined ? `at most ${high}` : "";
  return [TYPES[option.type], range].filter(Boolean).join(", ");
}

function optionControl(command, option, valuesSoFar, label) {
  const required = Boolean(option.required);
  if (option.type === 11) return fileInput({ label });
  const choose = (items, placeholder) => combobox({ suggest: among(items), strict: true, label, required, placeholder });
  if (option.type === 5) return choose([{ name: "True", value: "true" }, { name: "False", value: "false" }], "True or False");
  if (option.type in SELECT_OF) {
    return choose(selectItems({ type: SELECT_OF[option.type] }).map(({ label: name, value }) => ({ name, value })));
  }
  if (option.choices?.length) {
    return choose(option.choices.map(({ label: name, value }) => ({ name, value: String(value) })), "Choose one");
  }
  if (option.autocomplete) {
    return combobox({ suggest: (text) => complete(command, option, { ...valuesSoFar(), [option.name]: text }), label, required, delay: 150 });
  }
  return textInput({ label, required, numeric: option.type !== 3, longest: option.max_length });
}

async function complete(command, option, values) {
  const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
  const answer = await act("autocomplete", { channel_id: store.channel, name: command.name, values: typed, focused: option.name });
  return answer.choices.map((choice) => ({ name: choice.name, value: String(choice.value) }));
}

function textInput({ label, required, numeric, longest }) {
  const input = h("input", {
    type: "text",
    "aria-label": label,
    "aria-required": String(required),
    inputmode: numeric ? "decimal" : undefined,
    maxlength: longest ?? 6000,
    autocomplete: "off",
    spellcheck: "false",
    onpaste,
  });
  input.read = () => input.value;
  return input;

  // An option has one line: pasted line breaks become spaces, as in Discord.
  function onpaste(event) {
    const text = event.clipboardData.getData("text");
    if (!text.includes("\n")) return;
    event.preventDefault();
    input.setRangeText(text.trim().replace(/\s*\n\s*/g, " "), input.selectionStart, input.selectionEnd, "end");
  }
}

function fileInput({ name, label, several = false }) {
  const chosen = h("span", { class: "grow" }, "No file chosen");
  const input = h("input", {
    type: "file",
    name,
    class: "visually-hidden",
    "aria-label": label,
    multiple: several,
    onchange: () => {
      chosen.textContent = [...input.files].map((file) => file.name).join(", ") || "No file chosen";
    },
  });
  const control = h("label", { class: "file-input" }, input, icon("file"), chosen, h("span", { class: "button secondary small", "aria-hidden": "true" }, "Choose"));
  control.read = () => input.files[0] ?? "";
  control.typed = () => "";
  control.input = input;
  return control;
}

/** The field of a modal component. */
export function formField(component) {
  if (component.type === 10) return markdown(component.content, names);
  if (component.type === 1) return h("div", {}, component.components.map((child) => labelled(child, child.label ?? "", undefined)));
  if (component.type === 18) return labelled(component.component, component.label, component.description);
  return h("div");
}

/** What a form has for the fields of modal components: { entries, files }, by the IDs of the inputs. */
export function collected(form, components) {
  const data = new FormData(form);
  const [entries, files] = [{}, []];
  for (const { type, custom_id: id } of components.flatMap(({ component, components: row }) => component ?? row ?? [])) {
    const values = data.getAll(id);
    if (type === 19) files.push(...values.filter(({ name }) => name).map((file, index) => [`${id}#${index}`, file]));
    else if (type === 23) entries[id] = values.length > 0;
    else entries[id] = type === 4 || type === 21 ? values[0] ?? "" : values;
  }
  return { entries, files };
}

function labelled(component, label, description) {
  const required = component.type === 23 ? false : component.required !== false;
  const group = component.type === 21 || component.type === 22;
  return h(group ? "fieldset" : "div", { class: "field" },
    h(group ? "legend" : "div", { class: "field-name" }, label, required && h("span", { class: "required", title: "required" }, "*")),
    description && h("small", { class: "field-help" }, description),
    formControl(component, label, required));
}

function formControl(component, label, required) {
  const name = component.custom_id;
  if (component.type === 4) {
    return h(component.style === 2 ? "textarea" : "input", {
      name,
      "aria-label": label,
      required,
      placeholder: component.placeholder,
      minlength: component.min_length || undefined,
      maxlength: component.max_length ?? 4000,
      rows: component.style === 2 ? 5 : undefined,
      type: component.style === 2 ? undefined : "text",
      value: component.value ?? "",
    });
  }
  if (component.type === 19) return fileInput({ name, label, several: (component.max_values ?? 1) > 1 });
  if (component.type === 23) {
    const box = h("input", { type: "checkbox", name, "aria-label": label, checked: component.default });
    return h("label", { class: "check" }, box, h("span", {}, label));
  }
  if (component.type === 21 || component.type === 22) return choices(component, required);
  return dropdown(component, label, required);
}

/** A select menu in a modal: a button that shows the selection and opens the list. */
function dropdown(component, label, required) {
  const items = selectItems(component);
  const most = Math.min(component.max_values ?? 1, Math.max(items.length, 1));
  const shown = h("span", { class: "grow" });
  const values = h("span", { hidden: true });
  let chosen = items.filter((item) => item.checked).map((item) => item.value);
  const offered = () => items.map((item) => ({ ...item, checked: chosen.includes(item.value) }));
  const button = menuButton({ class: "select" }, offered, {
    least: required ? component.min_values ?? 1 : 0,
    most,
    label,
    onChoose: (now) => {
      chosen = now;
      show();
    },
  }, shown, icon("chevron"));
  show();
  return [button, values];

  function show() {
    const names = items.filter((item) => chosen.includes(item.value)).map((item) => item.label).join(", ");
    shown.textContent = names || component.placeholder || "Make a selection";
    values.replaceChildren(...chosen.map((value) => h("input", { type: "hidden", name: component.custom_id, value })));
    button.classList.toggle("empty", !names);
    button.setAttribute("aria-label", `${label}: ${shown.textContent}${required ? ", required" : ""}`);
  }
}

function choices({ custom_id: name, type, options }, required) {
  const kind = type === 22 ? "checkbox" : "radio";
  return h("div", { class: "checks" }, options.map(({ value, label, description, default: checked }) => h("label", { class: "check" },
    h("input", { type: kind, name, value, checked, required: required && kind === "radio" }),
    h("span", {}, label, description && h("small", {}, description)))));
}
