import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { E2E } from "../../server/checks/e2e-stack";
import { documentOf } from "../../server/checks/streamed-document";
import { Staff } from "./direct";
import type { StaffRole } from "./staff";

// By default the message is the whole markup of the page.
configure({
  getElementError: (message, container) =>
    new Error(`${(message ?? "").split("\n")[0]}\nIn: ${words(container).slice(0, 4_000)}`),
});

/**
 * A page as it arrives, asked by role and name like in a browser, for tests that only look: nothing runs in it, it has no
 * layout, and it costs a hundredth of a page in a browser.
 */
export type PageOverHttp = BoundFunctions<typeof queries> & {
  status: number;
  /** Where it redirected to at last, from the dashboard. */
  path: string;
  html: string;
  document: Document;
  /** What is read in its main part. */
  text: string;
};

/** Opens a page with the cookies of a session, and follows redirects. `dashboardUrl`: by default that of the stack. */
export async function openPage(
  path: string,
  { cookie = "", dashboardUrl = E2E.dashboardUrl }: { cookie?: string; dashboardUrl?: string } = {},
): Promise<PageOverHttp> {
  const response = await fetch(new URL(path, dashboardUrl), { headers: { cookie, accept: "text/html" } });
  const html = await response.text();
  const { pathname, search } = new URL(response.url);
  const document = documentOf(html, response.url);
  return {
    ...within(document.body),
    status: response.status,
    path: `${pathname}${search}`,
    html,
    document,
    text: words(document.querySelector("main") ?? document.body),
  };
}

const cookies = new Map<StaffRole, Promise<string>>();

/** The cookie of a session of the sandbox's person of this role, the same for all files of a run. */
export function cookieOf(role: StaffRole): Promise<string> {
  const cookie = cookies.get(role) ?? newCookieOf(role);
  cookies.set(role, cookie);
  return cookie;
}

async function newCookieOf(role: StaffRole): Promise<string> {
  const staff = new Staff();
  try {
    return await staff.as(role);
  } finally {
    await staff.db.end();
  }
}

export async function openAs(role: StaffRole, path: string): Promise<PageOverHttp> {
  return openPage(path, { cookie: await cookieOf(role) });
}

/** What is read in an element: its words, with a gap where an element begins that is no part of a sentence. */
export function words(element: Element | null): string {
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent ?? "";
    if (["SCRIPT", "STYLE", "TEMPLATE"].includes(node.nodeName)) return "";
    const inside = [...node.childNodes].map(read).join("");
    return IN_A_SENTENCE.has(node.nodeName) ? inside : ` ${inside} `;
  };
  return element === null ? "" : read(element).replaceAll(/\s+/g, " ").trim();
}

const IN_A_SENTENCE = new Set(["A", "ABBR", "B", "BDI", "CODE", "EM", "SPAN", "STRONG", "TIME"]);
