import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { MAX_BULK_BYTES } from "../lib/bulk";
import { E2E } from "../tools/testing/e2e-stack";
import { type DirectResponse, call } from "./support/direct";
import { cookieOf, openAs } from "./support/page-over-http";

type Upload = { kind?: string; name?: string; body?: Buffer; origin?: string | null };

/** Sends a file like the form, with deviations. */
function upload(
  cookie: string,
  { kind = "refund", name = "rows.csv", body, origin = E2E.dashboardUrl }: Upload,
): Promise<DirectResponse> {
  return call(`/api/bulk?${new URLSearchParams({ kind, name }).toString()}`, {
    method: "POST",
    body: new Uint8Array(body ?? Buffer.from("ORDER-1,1.00")),
    headers: { cookie, "content-type": "application/octet-stream", ...(origin !== null && { origin }) },
  });
}

function expectResponse(response: DirectResponse, status: number, kind: string): void {
  expect([response.status, JSON.parse(response.text)]).toMatchObject([status, { kind }]);
}

test("an upload by somebody who may not do what its rows ask for is refused", async () => {
  for (const [role, kind] of [
    ["support", "refund"],
    ["support", "cancel"],
    ["ops", "refund"],
  ] as const)
    expectResponse(await upload(await cookieOf(role), { kind }), 403, "forbidden");
});

test("an upload from another site, or from nobody knows where, or signed out, is refused", async () => {
  const finance = await cookieOf("finance");
  expect((await upload(finance, { origin: "http://evil.example" })).status).toBe(403);
  expect((await upload(finance, { origin: null })).status).toBe(403);
  expect((await upload("", {})).status).toBe(401);
});

test("a file that is too large, no text, or of no kind leaves nothing behind", async () => {
  const finance = await cookieOf("finance");
  const name = `${randomUUID()}.csv`;
  const tooLarge = await upload(finance, { name, body: Buffer.alloc(MAX_BULK_BYTES + 1, "A") });
  expect(tooLarge.status).toBe(413);
  expect(tooLarge.text).toContain(`more than ${MAX_BULK_BYTES / 1024} KiB`);
  const archive = Buffer.from("504b0304140000000800ff00fe", "hex");
  expectResponse(await upload(finance, { name, body: archive }), 422, "file_fault");
  expectResponse(await upload(finance, { name, kind: "bribe" }), 400, "invalid");
  expect((await openAs("finance", "/bulk")).text).not.toContain(name);
});

test("an upload that is cut off leaves nothing behind, and the next one works", async () => {
  const cookie = await cookieOf("finance");
  const name = `${randomUUID()}.csv`;
  const { host, hostname, port } = new URL(E2E.dashboardUrl);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number.parseInt(port, 10), hostname, () => {
      const head = [
        `POST /api/bulk?kind=refund&name=${name} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${E2E.dashboardUrl}`,
        `Cookie: ${cookie}`,
        "Content-Type: application/octet-stream",
        "Content-Length: 100000",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\nORDER-1,1.00\n`, () => socket.destroy());
    });
    socket.on("close", () => resolve());
    socket.on("error", reject);
  });
  const whole = `${randomUUID()}.csv`;
  expectResponse(await upload(cookie, { name: whole }), 201, "created");
  const { text } = await openAs("finance", "/bulk");
  expect(text).toContain(whole);
  expect(text).not.toContain(name);
});
