import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { E2E } from "../../tools/testing/e2e-stack";
import { documentOf } from "../../tools/testing/streamed-document";
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

/**
 * Opens a page with the cookies of a session, and follows redirects; also one that a page which had begun to arrive gives in
 * its head. `dashboardUrl`: by default that of the stack.
 */
export async function openPage(
  path: string,
  { cookie = "", dashboardUrl = E2E.dashboardUrl }: Session = {},
): Promise<PageOverHttp> {
  const headers = { cookie, accept: "text/html" };
  const page = await pageOf(await fetch(new URL(path, dashboardUrl), { headers }));
  const meta = page.document.querySelector('meta[http-equiv="refresh"]')?.getAttribute("content");
  const later = /url=(.+)$/.exec(meta ?? "")?.[1];
  return later === undefined ? page : pageOf(await fetch(new URL(later, dashboardUrl), { headers }));
}

type Session = { cookie?: string; dashboardUrl?: string };

/** What a form led to: the address of a redirect, or the page that it answered with. */
export type Submitted = {
  status: number;
  /** The path and the query. */
  location: string | null;
  /** What the response sets, as a request header. */
  cookie: string;
  /** The same, with the attributes. */
  setCookies: string[];
  page: PageOverHttp;
};

/**
 * Sends a form as a browser without scripts does: the fields as they are on the page, but for `values`, by name. Follows no
 * redirect.
 */
export async function submitForm(
  page: PageOverHttp,
  form: HTMLElement,
  values: Record<string, string>,
  { cookie = "" }: Session = {},
): Promise<Submitted> {
  const fields = fieldsOf(form, values);
  const address = new URL(form.getAttribute("action") ?? "", page.document.URL);
  const isPost = form.getAttribute("method")?.toLowerCase() === "post";
  if (!isPost) address.search = new URLSearchParams(fields).toString();
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const response = await fetch(address, {
    headers: { cookie, accept: "text/html", origin: address.origin },
    redirect: "manual",
    ...(isPost ? { method: "POST", body } : {}),
  });
  const location = response.headers.get("location");
  const target = location === null ? null : new URL(location, address);
  const setCookies = response.headers.getSetCookie();
  return {
    status: response.status,
    location: target === null ? null : `${target.pathname}${target.search}`,
    cookie: setCookies.map((one) => one.split(";")[0] ?? "").join("; "),
    setCookies,
    page: await pageOf(response),
  };
}

function fieldsOf(form: HTMLElement, values: Record<string, string>): [string, string][] {
  const fields = new Map<string, string>();
  for (const field of form.querySelectorAll<HTMLInputElement>("input, select, textarea")) {
    const isLeftOut = ["checkbox", "radio"].includes(field.type) && !field.checked;
    if (field.name !== "" && !field.disabled && !isLeftOut) fields.set(field.name, field.value);
  }
  for (const [name, value] of Object.entries(values)) {
    if (form.querySelector(`[name="${name}"]`) === null) throw new Error(`the form has no field ${name}`);
    fields.set(name, value);
  }
  return [...fields];
}

async function pageOf(response: Response): Promise<PageOverHttp> {
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
