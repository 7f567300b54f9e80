import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PresetRole, Role } from "@/lib/can";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx, OwnAccount } from "../../context";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { exportLinesOfAll } from "./export-lines-of-all";

let harness: Harness;
let second: SecondAccount;
beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
});
beforeEach(() => {
  harness.service.always(null);
  second.service.always(null);
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const HEADING =
  '"account","line","result","transaction_id","merchant_transaction_id","transaction_status","transaction_date_time","transaction_amount","currency","test","more_payments","status"';

const accountsOf = (here: Ctx | null, there: Ctx | null): OwnAccount[] => [
  { slug: null, name: "Main account", colour: "gray", ctx: here },
  { slug: "second", name: "Shop Europe", colour: "blue", ctx: there },
];

async function fileOf(response: Response | null): Promise<string[]> {
  return ((await response?.text()) ?? "").replace("\ufeff", "").trim().split("\r\n");
}

/** What a person did, oldest first. */
async function trailOf({ pool, actor }: Ctx): Promise<unknown[]> {
  const { rows } = await pool.query<{ action: string; detail: Record<string, unknown> }>(
    "select action, detail from audit_log where actor_id = $1 order by at, id",
    [actor.userId],
  );
  return rows.map(({ action, detail }) => ({ action, ...detail }));
}

/** One person with a role in each of two accounts. */
async function person(here: PresetRole, there: Role): Promise<{ here: Ctx; there: Ctx }> {
  const ctx = await harness.ctxOf(here);
  const theirs = await second.ctxOf(typeof there === "string" ? there : "support", ctx.actor);
  return { here: ctx, there: { ...theirs, actor: { ...theirs.actor, role: there } } };
}

test("the rows of each account follow its name, and each audit log has the export with its own rows", async () => {
  const one = harness.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "1.00" });
  const two = second.service.addPayment({ merchant_transaction_id: "ORD-BOTH", transaction_amount: "2.00" });
  const { here, there } = await person("finance", "finance");
  const response = await exportLinesOfAll(accountsOf(here, there), "ORD-BOTH\nORD NONE\nORD-BOTH", "csv");
  expect(response?.headers.get("content-disposition")).toContain('filename="lines-of-all-accounts-');
  const rows = await fileOf(response);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe(HEADING);
  expect(rows[1]).toContain(`"Main account","ORD-BOTH","found","${one.transaction_id}","ORD-BOTH"`);
  expect(rows[1]).toContain('"1.00"');
  expect(rows[2]).toContain('"Main account","ORD NONE","not_');
  expect(rows[3]).toContain(`"Shop Europe","ORD-BOTH","found","${two.transaction_id}","ORD-BOTH"`);
  expect(rows[3]).toContain('"2.00"');
  for (const ctx of [here, there])
    expect(await trailOf(ctx)).toMatchObject([
      { action: "export_begun", what: "lines", format: "csv", filter: "2" },
      { action: "export_finished", what: "lines", rows: 2 },
    ]);
});

test("an account whose role may not export is named without a row of it, asked nothing, and has no entry", async () => {
  second.service.addPayment({ merchant_transaction_id: "ORD-SECRET" });
  for (const [role, asked] of [
    ["support", "ORD-SECRET"],
    [composed(["export_records", "view_overview"]), "asha@example.com"],
  ] as const) {
    const { here, there } = await person("finance", role);
    const calls = second.service.calls.length;
    const rows = await fileOf(await exportLinesOfAll(accountsOf(here, there), asked, "csv"));
    expect(rows.slice(2)).toEqual(['"Shop Europe","","forbidden","","","","","","","","",""']);
    expect(second.service.calls).toHaveLength(calls);
    expect(await trailOf(there)).toEqual([]);
    expect(await trailOf(here)).toMatchObject([
      { action: "export_begun" },
      ...(asked.includes("@") ? [{ action: "customer_searched", count: 1 }] : []),
      { action: "export_finished", rows: 1 },
    ]);
    expect(JSON.stringify(await trailOf(here))).not.toContain("asha@");
  }
});

test("an account that cannot be read or does not answer is named, and takes nothing with it", async () => {
  const one = harness.service.addPayment({ merchant_transaction_id: "ORD-DOWN" });
  const { here, there } = await person("finance", "finance");
  const unread = await fileOf(await exportLinesOfAll(accountsOf(here, null), "ORD-DOWN", "csv"));
  expect(unread[1]).toContain(one.transaction_id);
  expect(unread[2]).toMatch(/^"Shop Europe","","unreadable"/);
  second.service.always("transaction_status", { kind: "drop", when: "before" });
  const down = await fileOf(await exportLinesOfAll(accountsOf(here, there), "ORD-DOWN", "csv"));
  expect(down[1]).toContain(one.transaction_id);
  expect(down[2]).toMatch(/^"Shop Europe","ORD-DOWN","service_error"/);
});

test("the log of an account that could not be asked says that its rows are not in the file, and no other does", async () => {
  harness.service.addPayment({ merchant_transaction_id: "ORD-PART" });
  const { here, there } = await person("finance", "finance");
  const closed: Ctx = {
    ...there,
    // Its lines are looked up with it.
    routing: new Proxy(there.routing, {
      get() {
        throw new Error("the service cannot be reached");
      },
    }),
  };
  const rows = await fileOf(await exportLinesOfAll(accountsOf(here, closed), "ORD-PART", "csv"));
  expect(rows[2]).toMatch(/^"Shop Europe","","failed"/);
  expect((await trailOf(here)).at(-1)).toMatchObject({ action: "export_finished", rows: 1 });
  expect((await trailOf(there)).at(-1)).toMatchObject({ action: "export_broken", rows: 0, why: "failed" });
});

test("where no role allows it, nothing is exported, and each account has the refusal", async () => {
  const { here, there } = await person("support", composed(["export_records"]));
  const calls = harness.service.calls.length + second.service.calls.length;
  await expect(exportLinesOfAll(accountsOf(here, there), "ORD-1", "csv")).rejects.toBeInstanceOf(
    ForbiddenError,
  );
  expect(await trailOf(here)).toMatchObject([{ action: "forbidden", deed: "export_records" }]);
  expect(await trailOf(there)).toMatchObject([{ action: "forbidden", deed: "view_payments" }]);
  expect(harness.service.calls.length + second.service.calls.length).toBe(calls);
});

test.each([
  ["", "csv"],
  [" \n", "csv"],
  ["ORD-1", null],
  [Array.from({ length: 51 }, (_, n) => `ORD-${String(n)}`).join("\n"), "csv"],
] as const)("malformed input exports nothing and leaves no entry (%#)", async (text, format) => {
  const { here, there } = await person("finance", "finance");
  expect(await exportLinesOfAll(accountsOf(here, there), text, format)).toBeNull();
  expect(await trailOf(here)).toEqual([]);
});
