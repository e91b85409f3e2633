/* The script of the reference page: sends requests with a key that never leaves the page. The service sends the
   source of these functions, so they must not refer to anything outside them. */

/** How much of a response is shown, in characters. */
const SHOWN_MAX = 262_144;

function start(shownMax: number): void {
  const bearer = labelled("API key", "key-of-requests");
  const key = textField("key-of-requests", "", true);
  const note = document.createElement("small");
  note.textContent = "Stays in this page until you close it. Requests change real data.";
  document.getElementById("key")?.append(bearer, key, note);
  for (const operation of document.querySelectorAll<HTMLDetailsElement>("details.op[data-path^='/']"))
    operation.addEventListener("toggle", () => addForm(operation, key, shownMax));
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const parent = target?.closest("details");
    if (parent) parent.open = true;
    if (parent) target?.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
}

function labelled(text: string, id: string): HTMLLabelElement {
  const label = document.createElement("label");
  label.textContent = text;
  label.htmlFor = id;
  return label;
}

/** A field that browsers do not autofill. A password field would offer to store the key. */
function textField(id: string, value: string, isSecret = false): HTMLInputElement {
  const field = document.createElement("input");
  Object.assign(field, { id, value, autocomplete: "off", spellcheck: false });
  if (isSecret) field.className = "secret";
  return field;
}

/** Adds the form of an operation when it is first opened. */
function addForm(operation: HTMLDetailsElement, key: HTMLInputElement, shownMax: number): void {
  const samples = operation.querySelector(":scope > div > div:last-child");
  if (!operation.open || samples === null || samples.querySelector("form") !== null) return;
  const box = document.createElement("details");
  const title = document.createElement("summary");
  title.textContent = "Send a request";
  const form = document.createElement("form");
  form.autocomplete = "off";
  const output = document.createElement("output");
  const button = document.createElement("button");
  button.textContent = `Send ${operation.dataset["method"]}`;
  form.append(...fieldsOf(operation), button, output);
  box.append(title, form);
  samples.prepend(box);
  let running: AbortController | undefined;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    running?.abort();
    running = new AbortController();
    try {
      await send(operation, form, key.value, output, running.signal, shownMax);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) show(output, `No response: ${error}`);
    }
  });
  box.addEventListener("toggle", () => box.open || running?.abort());
}

/** The inputs of an operation: its own secret, parameters and body. */
function fieldsOf(operation: HTMLDetailsElement): HTMLElement[] {
  const id = operation.querySelector(":scope > div")?.id ?? "";
  const fields: HTMLElement[] = [];
  const add = (name: string, place: string, field: HTMLInputElement | HTMLTextAreaElement) => {
    Object.assign(field.dataset, { name, place });
    const label = labelled(name, field.id);
    label.append(field);
    fields.push(label);
  };
  if (operation.dataset["credential"] === "invitation")
    add("Invitation", "bearer", textField(`${id}-invitation`, "", true));
  for (const term of operation.querySelectorAll<HTMLElement>("dt[data-in]")) {
    const name = term.querySelector("code")?.textContent ?? "";
    add(name, term.dataset["in"] ?? "", textField(`${id}-of-${name}`, term.dataset["example"] ?? ""));
  }
  const types = (operation.dataset["types"] ?? "").split(" ");
  if (types[0] === "application/json") {
    const body = document.createElement("textarea");
    Object.assign(body, { id: `${id}-body`, rows: 8, spellcheck: false });
    body.value = operation.querySelector(".body")?.textContent ?? "";
    add("Body", "body", body);
  } else if (types[0] !== "") {
    const file = textField(`${id}-upload`, "");
    file.type = "file";
    add("File to send", "file", file);
  }
  return fields;
}

/** Sends the form and shows the response as it arrives. */
async function send(
  operation: HTMLDetailsElement,
  form: HTMLFormElement,
  key: string,
  output: HTMLElement,
  signal: AbortSignal,
  shownMax: number,
): Promise<void> {
  let path = operation.dataset["path"] ?? "";
  let bearer = key;
  let body: BodyInit | undefined;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-place]")) {
    const { name = "", place } = field.dataset;
    const value = field.value.trim();
    if (place === "bearer") bearer = value;
    else if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === "") continue;
    else if (place === "query") query.append(name, value);
    else if (place === "header") headers[name] = value;
    else if (place === "body") [body, headers["Content-Type"]] = [field.value, "application/json"];
    else
      for (const file of field.files ?? []) {
        const types = (operation.dataset["types"] ?? "").split(" ").filter((type) => !type.startsWith("multipart/"));
        [body, headers["Content-Type"]] = [file, types.includes(file.type) ? file.type : (types[0] ?? "")];
      }
  }
  if (bearer !== "") headers["Authorization"] = `Bearer ${bearer}`;
  show(output, "Sending ...");
  const url = `${document.body.dataset["server"]}${path}${query.size === 0 ? "" : `?${query}`}`;
  const options = { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" } as const;
  const method = operation.dataset["method"] ?? "GET";
  const response = await fetch(url, { ...options, method, headers, signal, ...(body !== undefined && { body }) });
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const head = `${response.status} ${response.statusText}\n${lines.join("\n")}\n\n`;
  show(output, head);
  if (response.body === null) return;
  await showBody(response.body.getReader(), response.headers.get("Content-Type") ?? "", head, output, shownMax);
}

/** Shows a body: text as it arrives, JSON indented, anything else as its size. */
async function showBody(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  type: string,
  head: string,
  output: HTMLElement,
  shownMax: number,
): Promise<void> {
  const isText = /json|text|xml/.test(type);
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (isText) text += decoder.decode(part.value, { stream: true });
    show(output, head + (isText ? text : `${bytes} bytes`));
    if (text.length <= shownMax) continue;
    await reader.cancel();
    return show(output, `${head}${text.slice(0, shownMax)}\n\nThe rest is left out.`);
  }
  if (type.includes("json")) show(output, head + indented(text));
}

/** Indents JSON without parsing it, which would round large integers. */
function indented(json: string): string {
  let indent = "\n";
  return json.replace(/"(?:[^"\\]|\\.)*"|\s+|[{[]\s*[}\]]|[{}[\],:]/g, (token) => {
    if (token === "{" || token === "[") return token + (indent += "  ");
    if (token === "}" || token === "]") return (indent = indent.slice(0, -2)) + token;
    if (token === ",") return token + indent;
    return token === ":" ? ": " : token.trim();
  });
}

function show(output: HTMLElement, text: string): void {
  const whole = document.createElement("pre");
  whole.tabIndex = 0;
  whole.textContent = text;
  output.replaceChildren(whole);
}

const FUNCTIONS = [labelled, textField, addForm, fieldsOf, send, showBody, indented, show, start];

/** The script's source. */
export const SEND_REQUEST_SCRIPT = `"use strict";\n${FUNCTIONS.map(String).join("\n")}\n${start.name}(${SHOWN_MAX});\n`;
