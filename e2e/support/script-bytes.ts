import { gzipSync } from "node:zlib";
import { E2E } from "../../tools/testing/e2e-stack";

/** What most pages may send of JavaScript. */
export const BUDGET_BYTES = 176_500;

/**
 * The addresses of the scripts in a page's HTML: what a first visit fetches to hydrate. Those for browsers without
 * module support are excluded: no supported browser fetches them.
 */
export async function scriptsOf(path: string, cookie: string): Promise<string[]> {
  const response = await fetch(new URL(path, E2E.dashboardUrl), { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const html = await response.text();
  const isForOldBrowsers = (address: string): boolean =>
    (html.match(/<script\b[^>]*>/g) ?? []).some((tag) => tag.includes(address) && /\bnomodule\b/i.test(tag));
  const named = new Set(html.match(/\/_next\/static\/[\w./~%-]+\.js/g));
  const scripts = [...named].filter((address) => !isForOldBrowsers(address));
  if (scripts.length <= 3) throw new Error(`${path} names ${scripts.length} scripts`);
  return scripts;
}

/** By address: most pages share most scripts. */
const sizes = new Map<string, Promise<number>>();

/** The gzip size of a page's scripts, computed here: compression by a server or cache does not matter. */
export async function scriptBytes(path: string, cookie: string): Promise<number> {
  let bytes = 0;
  for (const address of await scriptsOf(path, cookie)) {
    const size = sizes.get(address) ?? gzipBytes(address);
    sizes.set(address, size);
    bytes += await size;
  }
  return bytes;
}

async function gzipBytes(address: string): Promise<number> {
  const response = await fetch(new URL(address, E2E.dashboardUrl));
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return gzipSync(new Uint8Array(await response.arrayBuffer())).length;
}
