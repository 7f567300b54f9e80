import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { openPage } from "./support/page-over-http";

const FOLDER = "public";
const FILES = readdirSync(FOLDER);

const TYPES: Record<string, string> = {
  ico: "image/x-icon",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
  txt: "text/plain",
};

function get(path: string): Promise<Response> {
  return fetch(`${E2E.dashboardUrl}${path}`, { redirect: "manual" });
}

/** Width and height from the header of a PNG file. */
function sizeOfPng(file: Buffer): string {
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

for (const name of FILES) {
  test(`/${name} is served without a session, with its media type`, async () => {
    const response = await get(`/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(
      new RegExp(`^${TYPES[name.split(".").at(-1) ?? ""]?.replace(/[+]/g, "\\+")}`),
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(`${FOLDER}/${name}`));
  });
}

test("a name that only looks like one of them needs a session", async () => {
  for (const path of ["/icon.svg/x", "/x/icon.svg", "/robots.txt.bak", "/icon-192xpng"]) {
    const { status, headers } = await get(path);
    expect([status, headers.get("location")], path).toEqual([307, expect.stringContaining("/login")]);
  }
});

test("pages and the manifest name every icon with its size, and robots.txt keeps crawlers out", async () => {
  const { head } = (await openPage("/login")).document;
  const linked = [
    ...head.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]"),
  ].map((link) => link.getAttribute("href") ?? "");
  const manifest = JSON.parse(readFileSync(`${FOLDER}/manifest.webmanifest`, "utf8")) as {
    start_url: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  const used = new Set([...linked, ...manifest.icons.map(({ src }) => src), "/robots.txt"]);
  expect([...used].sort()).toEqual(FILES.map((name) => `/${name}`).sort());

  for (const { src, type, sizes } of manifest.icons) {
    const file = readFileSync(FOLDER + src);
    expect([type, sizes], src).toEqual(
      src.endsWith(".svg") ? ["image/svg+xml", "any"] : ["image/png", sizeOfPng(file)],
    );
  }
  const touchIcon = head.querySelector("link[rel=apple-touch-icon]");
  expect(touchIcon?.getAttribute("sizes")).toBe(sizeOfPng(readFileSync(`${FOLDER}/apple-touch-icon.png`)));
  expect(readFileSync(`${FOLDER}/robots.txt`, "utf8")).toBe("User-agent: *\nDisallow: /\n");
});
