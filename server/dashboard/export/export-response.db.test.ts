import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { ForbiddenError } from "../auth/authorize";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { ServiceFailure } from "./every-page";
import { EXPORT_FORMATS, type ExportTable } from "./export-table";
import { type ExportOrder, exportResponse } from "./export-response";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const TABLE: ExportTable<string> = {
  name: "payments",
  columns: [{ heading: "transaction_id", kind: "text", cell: (id) => id }],
};

async function* ids(count: number, thenThrow?: Error): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield await Promise.resolve(`TXN${index}`);
  if (thenThrow !== undefined) throw thenThrow;
}

function order(
  rows: () => AsyncIterable<string>,
  more: Partial<ExportOrder<string>> = {},
): ExportOrder<string> {
  return { format: "csv", table: TABLE, filter: "status=SUCCESS", rows, ...more };
}

const trail = async (): Promise<unknown[]> =>
  (await harness.audit()).map(({ action, detail }) => ({ action, rows: detail.rows, why: detail.why }));

it("streams a file that names itself, and writes down what was requested and how many rows left", async () => {
  const response = await exportResponse(
    ctx,
    order(() => ids(450)),
  );
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="payments-2026-11-21T09-00-00Z\.csv"$/,
  );
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect((await response.text()).trim().split("\r\n")).toHaveLength(451);
  expect(await harness.audit()).toMatchObject([
    {
      action: "export_begun",
      subject_kind: "export",
      detail: { what: "payments", format: "csv", filter: "status=SUCCESS" },
    },
    { action: "export_finished", detail: { rows: 450 } },
  ]);
});

it.each(EXPORT_FORMATS)("a %s that breaks in the middle is no whole file", async (format) => {
  const serviceError = new ServiceFailure({ kind: "unavailable" });
  const response = await exportResponse(
    ctx,
    order(() => ids(450, serviceError), { format }),
  );
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(await trail()).toEqual([
    { action: "export_begun" },
    { action: "export_broken", rows: 450, why: "unavailable" },
  ]);
});

it("a file of more rows than allowed breaks off rather than to end as if that were all", async () => {
  const response = await exportResponse(
    ctx,
    order(() => ids(11), { maxRows: 10 }),
  );
  await expect(response.text()).rejects.toThrow();
  expect((await trail()).at(-1)).toEqual({ action: "export_broken", rows: 10, why: "too_many_rows" });
  expect(
    await (
      await exportResponse(
        ctx,
        order(() => ids(10), { maxRows: 10 }),
      )
    ).text(),
  ).toContain("TXN9");
});

it.each([
  ["deactivated", "update people set deactivated_at = now() where id = $1"],
  ["given a role without exports", "update people set role = 'support' where id = $1"],
  ["signed out by an admin", "delete from sessions where person_id = $1"],
])("sends no further rows to a person who is %s meanwhile", async (_change, sql) => {
  const response = await exportResponse(
    ctx,
    order(() => ids(2_000)),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await harness.pool.query(sql, [ctx.actor.userId]);
  const drain = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  };
  await expect(drain()).rejects.toThrow();
  const last = (await trail()).at(-1) as { action: string; rows: number; why: string };
  expect(last).toMatchObject({ action: "export_broken", why: "not_allowed" });
  expect(last.rows).toBeLessThan(1_000);
});

it("sends no further rows to a person who may still export, but not see this list", async () => {
  const admin = await harness.ctxOf("admin");
  await harness.ctxOf("admin");
  const response = await exportResponse(
    admin,
    order(() => ids(2_000), { listPermission: "view_audit" }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await harness.pool.query("update people set role = 'finance' where id = $1", [admin.actor.userId]);
  const drain = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  };
  await expect(drain()).rejects.toThrow();
  expect((await trail()).at(-1)).toMatchObject({ action: "export_broken", why: "not_allowed" });
  await expect(
    exportResponse(
      ctx,
      order(() => ids(1), { listPermission: "view_audit" }),
    ),
  ).rejects.toBeInstanceOf(ForbiddenError);
});

it("a service error before the first row is reported, not sent as an empty file", async () => {
  const serviceError = new ServiceFailure({ kind: "busy", retryAfterSeconds: 60 });
  await expect(
    exportResponse(
      ctx,
      order(() => ids(0, serviceError)),
    ),
  ).rejects.toBe(serviceError);
  expect((await trail()).at(-1)).toEqual({ action: "export_broken", rows: 0, why: "busy" });
});

it("ends the reading when the person goes away", async () => {
  let isEnded = false;
  let signal: AbortSignal | null = null;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield await Promise.resolve("TXN");
    } finally {
      isEnded = true;
    }
  }
  const response = await exportResponse(
    ctx,
    order(() => endless(), {
      rows: (given) => {
        signal = given;
        return endless();
      },
    }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(signal).toMatchObject({ aborted: true });
  expect(isEnded).toBe(true);
  expect((await trail()).at(-1)).toMatchObject({ action: "export_broken", why: "left" });
});

it.each(ROLES)("is for finance and admins alone: %s", async (role) => {
  const asking = exportResponse(
    await harness.ctxOf(role),
    order(() => ids(1)),
  );
  if (role === "finance" || role === "admin") return expect((await asking).status).toBe(200);
  await expect(asking).rejects.toBeInstanceOf(ForbiddenError);
  expect(await harness.audit()).toMatchObject([
    { action: "forbidden", detail: { deed: "export_records", role } },
  ]);
});

it("nothing leaves when its beginning cannot be written down (failure 38)", async () => {
  const repair = await harness.breakAudit();
  let isRead = false;
  const asking = exportResponse(
    ctx,
    order(() => {
      isRead = true;
      return ids(1);
    }),
  );
  await expect(asking).rejects.toThrow("disk full");
  expect(isRead).toBe(false);
  await repair();
});

it.each(EXPORT_FORMATS)(
  "a %s whose end cannot be written down never becomes whole (failure 38)",
  async (format) => {
    const repair = await harness.breakAudit(["export_begun"]);
    const response = await exportResponse(
      ctx,
      order(() => ids(300), { format }),
    );
    await expect(response.arrayBuffer()).rejects.toThrow();
    await repair();
  },
);
