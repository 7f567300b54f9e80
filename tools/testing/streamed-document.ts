import { Window } from "happy-dom";

/**
 * The document that a browser has after it has loaded a page, without running the page's scripts. React sends parts of a
 * page that wait for data after the rest, in hidden elements, with a script that puts each into its place: that is done
 * here instead.
 */
export function documentOf(html: string, url: string): Document {
  const window = new Window({ url, settings: { enableJavaScriptEvaluation: false } });
  window.document.write(withPlacesInTables(html));
  const document = window.document as unknown as Document;
  // Collected first: a part can contain the script that fills a part of it.
  const scripts = [...document.querySelectorAll("script")].map(({ textContent }) => textContent);
  for (const [, instruction, first, second] of scripts.flatMap((text) => [...text.matchAll(MOVE)])) {
    const [target, source] = instruction === "S" ? [second, first] : [first, second];
    const place = document.getElementById(target ?? "");
    const part = document.getElementById(source ?? "");
    if (place === null || part === null) throw new Error(`nothing to move from ${source} to ${target}`);
    if (instruction === "S") place.replaceWith(...part.childNodes);
    else replaceFallback(place, part);
    part.remove();
  }
  return document;
}

/** `$RS(part, gap)` fills a gap in another part, `$RC(place, part)` and `$RR` replace what was shown while a part was awaited. */
const MOVE = /\$R([CSR])\("([BPS]:[0-9a-f]+)",\s?"([BPS]:[0-9a-f]+)"/g;

/** happy-dom moves a template out of a table: a row or a cell marks the gap there instead. */
function withPlacesInTables(html: string): string {
  const markGaps = (gaps: string, element: "tr" | "td"): string =>
    gaps.replaceAll("<template ", `<${element} `).replaceAll("</template>", `</${element}>`);
  return html
    .replace(GAPS_AFTER_ROW, (gaps) => markGaps(gaps, "tr"))
    .replace(GAPS_AFTER_CELL, (gaps) => markGaps(gaps, "td"));
}

const GAPS_AFTER_ROW = /(?:<\/tr>|<tbody[^>]*>)(?:<!--[^>]*-->|<template id="[BP]:[0-9a-f]+"><\/template>)+/g;
const GAPS_AFTER_CELL =
  /(?:<\/t[dh]>|<tr(?: [^>]*)?>)(?:<!--[^>]*-->|<template id="[BP]:[0-9a-f]+"><\/template>)+/g;

/** What was shown is between two comments, after the template that marks the place; others can be inside. */
function replaceFallback(place: Element, part: Element): void {
  let depth = 0;
  let node = place.nextSibling;
  while (node !== null) {
    const next: ChildNode | null = node.nextSibling;
    const comment = node.nodeType === node.COMMENT_NODE ? (node.textContent ?? "") : "";
    if (comment === "/$" && depth === 0) break;
    if (comment === "/$") depth -= 1;
    else if (/^\$[?!~]?$/.test(comment)) depth += 1;
    node.remove();
    node = next;
  }
  place.replaceWith(...part.childNodes);
}
