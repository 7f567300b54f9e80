import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { exportResponse } from "./export-response";
import { MAX_EXPORTS, MAX_EXPORTS_OF_ONE } from "./export-slots";

let harness: Harness;
let ctx: Ctx;
let open: Response[] = [];

beforeAll(async () => {
  // Other test files of this process may have left a response unread.
  Reflect.deleteProperty(globalThis, Symbol.for("paydeck.dashboard.exports"));
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
});
afterEach(async () => {
  for (const response of open) if (!response.bodyUsed) await response.body?.cancel();
  open = [];
});
afterAll(() => harness.stop());

async function* ids(thenThrow?: Error): AsyncGenerator<string> {
  for (let index = 0; index < 500; index += 1) yield await Promise.resolve(`TXN${index}`);
  if (thenThrow !== undefined) throw thenThrow;
}

async function begin(by: Ctx = ctx, rows: () => AsyncIterable<string> = () => ids()): Promise<Response> {
  const column = { heading: "transaction_id", kind: "text", cell: (id: string) => id } as const;
  const response = await exportResponse(by, {
    format: "csv",
    table: { name: "payments", columns: [column] },
    filter: "",
    rows,
  });
  open.push(response);
  return response;
}

async function beginAllOfOne(by: Ctx = ctx): Promise<Response[]> {
  return Promise.all(Array.from({ length: MAX_EXPORTS_OF_ONE }, () => begin(by)));
}

it("one person has few exports in progress; another one begins when one of them has ended", async () => {
  const [first] = await beginAllOfOne();
  await expect(begin()).rejects.toMatchObject({ full: "own_exports" });
  await first?.text();
  expect((await begin()).status).toBe(200);
});

it("one that was left gives its place back", async () => {
  const [first] = await beginAllOfOne();
  await first?.body?.cancel();
  expect((await begin()).status).toBe(200);
});

it("one that broke off, at its first row or later, gives its place back", async () => {
  for (let time = 0; time <= MAX_EXPORTS_OF_ONE; time += 1) {
    const broken = await begin(ctx, () => ids(new Error("away")));
    await expect(broken.text()).rejects.toThrow();
    const failing = (): AsyncIterable<string> => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("away")) }),
    });
    await expect(begin(ctx, failing)).rejects.toThrow("away");
  }
});

it("one whose beginning cannot be audited gives its place back (failure 38)", async () => {
  const mend = await harness.breakAudit();
  for (let time = 0; time <= MAX_EXPORTS_OF_ONE; time += 1)
    await expect(begin()).rejects.toThrow("disk full");
  await mend();
  expect((await begin()).status).toBe(200);
});

it("all people together have no more in progress than the process bears", async () => {
  for (let person = 0; person * MAX_EXPORTS_OF_ONE < MAX_EXPORTS; person += 1) {
    await beginAllOfOne(await harness.ctxOf("finance"));
  }
  await expect(begin(await harness.ctxOf("admin"))).rejects.toMatchObject({ full: "all_exports" });
});

it("a place that was never given back is free again after a while", async () => {
  await beginAllOfOne();
  harness.clock.advance(31 * 60_000);
  expect((await begin()).status).toBe(200);
});
