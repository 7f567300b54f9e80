import { document, type Page } from "./document";
import { html } from "./html";
import { symbol } from "./parts";

/** Answers an unknown payment link, or an invalid choice. */
export function noticePage(title: string, text: string): Page {
  const main = html`<header class="state">
    ${symbol("calm")}
    <h1>${title}</h1>
    <p class="note">${text}</p>
  </header>`;
  return document({ title, main, isTest: false });
}
