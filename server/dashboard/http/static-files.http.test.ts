import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listen, type Listening } from "./listen";
import { createStaticFiles } from "./static-files";

const SCRIPT = `console.log("a script of the build");\n`.repeat(40);

let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "paydeck-static-"));
  mkdirSync(join(folder, "static", "chunks"), { recursive: true });
  writeFileSync(join(folder, "secret.js"), "not for browsers");
  const path = join(folder, "static", "chunks", "[turbo] é.js");
  writeFileSync(path, SCRIPT);
  writeFileSync(`${path}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${path}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(folder, "static", "chunks", "late.js"), "x");
  writeFileSync(join(folder, "static", "favicon.ico"), "icon");
  const files = createStaticFiles(join(folder, "static"));
  server = await listen(
    (request, response) => {
      response.setHeader("x-frame-options", "DENY");
      if (!files(request, response)) response.writeHead(404).end("handed on");
    },
    { host: "127.0.0.1", port: 0 },
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Reads the response as sent: `fetch` would request compression and undo it. */
async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port: server.port, path, headers, method }, resolve)
      .once("error", reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}
function asItIs(bytes: Buffer): Buffer {
  return bytes;
}
const ADDRESS = `/_next/static/chunks/${encodeURIComponent("[turbo] é.js")}`;

it.each([
  ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
  ["gzip", "gzip, deflate", gunzipSync],
  ["gzip", "br;q=0, gzip", gunzipSync],
  [undefined, "identity", asItIs],
  [undefined, "", asItIs],
])("a script comes as %s to a browser that takes %j", async (encoding, accepted, undo) => {
  const response = await get(`${ADDRESS}?v=1`, { "accept-encoding": accepted });
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(response.headers["content-encoding"]).toBe(encoding);
  expect(undo(response.body).toString()).toBe(SCRIPT);
});

it("a file without compressed forms comes as it is, and HEAD brings no body", async () => {
  const icon = await get("/_next/static/favicon.ico", { "accept-encoding": "br" });
  expect([icon.status, icon.headers["content-encoding"], icon.body.toString()]).toEqual([
    200,
    undefined,
    "icon",
  ]);
  const head = await get(ADDRESS, { "accept-encoding": "br" }, "HEAD");
  expect([head.status, head.headers["content-encoding"], head.body.length]).toEqual([200, "br", 0]);
});

it.each([
  ["a file that is not there", "/_next/static/chunks/none.js"],
  ["a folder", "/_next/static/chunks"],
  ["what lies above", "/_next/static/../secret.js"],
  ["the same, encoded", "/_next/static/%2e%2e%2fsecret.js"],
  ["a compressed form by its own name", `${ADDRESS}.br`],
  ["an address that cannot be decoded", "/_next/static/%E0%A4%A"],
  ["another address", "/payments"],
])("hands on %s", async (_what, path) => {
  expect((await get(path)).body.toString()).toBe("handed on");
});

it("hands on what is no reading", async () => {
  expect((await get(ADDRESS, {}, "POST")).body.toString()).toBe("handed on");
});

it("a file that has gone since is not found, a senseless range is reported, and the server goes on", async () => {
  rmSync(join(folder, "static", "chunks", "late.js"));
  const refusals = [
    [404, await get("/_next/static/chunks/late.js")],
    [416, await get(ADDRESS, { range: "bytes=999999-", "accept-encoding": "br" })],
    [412, await get(ADDRESS, { "if-match": '"another"', "accept-encoding": "br" })],
  ] as const;
  for (const [status, response] of refusals) {
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY" });
    expect(response.headers["content-encoding"]).toBeUndefined();
  }
  expect((await get(ADDRESS, { range: "bytes=5-2" })).status).toBe(416);
  expect((await get(ADDRESS)).status).toBe(200);
});
