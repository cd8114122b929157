// The dialog of a modal that a bot opens.

import { act } from "./api.js";
import { h, icon } from "./dom.js";
import { collected, formField } from "./fields.js";

/** Shows the modal of an interaction and submits it. */
export function openForm(interaction, bot) {
  const { title, components } = interaction.modal;
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h("form", { onsubmit: send },
    h("header", {}, h("h2", {}, title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "form-fields" }, components.map(formField)),
    problem,
    h("footer", {}, h("small", { class: "grow" }, `This form will be sent to ${bot.name}.`),
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), submit));
  const dialog = h("dialog", { class: "form", "aria-label": title, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector(".form-fields input, .form-fields textarea")?.focus();

  async function send(event) {
    event.preventDefault();
    const { entries, files } = collected(form, components);
    submit.disabled = true;
    try {
      await act("modal", { interaction_id: interaction.id, entries }, files);
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
      submit.disabled = false;
    }
  }
}
