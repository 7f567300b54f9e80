import { html, Html } from "../../checkout/html";

/** A text in which `backticks` mark code, as in CommonMark. */
export function prose(text: string): Html {
  const parts = text.split("`");
  return new Html(
    parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`).text).join(""),
  );
}

/** A block of code that scrolls where it is too wide, also with the keyboard. */
export function codeBlock(label: string, code: string): Html {
  // Built without a template: inside this element every space and line break is visible.
  const open = `<pre tabindex="0" role="region" aria-label="${html`${label}`.text}"><code>`;
  return new Html(`${open}${html`${code}`.text}</code></pre>`);
}
