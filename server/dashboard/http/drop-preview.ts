import type { IncomingHttpHeaders } from "node:http";

/** How Next recognises a person who previews drafts, and its own calls that renew cached pages. */
const COOKIES = new Set(["__prerender_bypass", "__next_preview_data"]);
const HEADERS = [
  "x-prerender-revalidate",
  "x-prerender-revalidate-if-generated",
  "x-next-revalidated-tags",
  "x-next-revalidate-tag-token",
];

/**
 * Removes them from a caller's headers. Their keys are the same in each copy of a release (decision 0256), and the pages
 * have neither drafts nor cached copies.
 */
export function dropPreview(headers: IncomingHttpHeaders): void {
  for (const name of HEADERS) delete headers[name];
  const { cookie } = headers;
  if (cookie === undefined || ![...COOKIES].some((name) => cookie.includes(name))) return;
  const kept = cookie.split(";").filter((pair) => !COOKIES.has((pair.split("=", 1)[0] ?? "").trim()));
  headers.cookie = kept.map((pair) => pair.trim()).join("; ");
}
