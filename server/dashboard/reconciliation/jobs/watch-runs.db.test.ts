import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseNotificationFact } from "@/lib/notifications/details";
import { notificationHref } from "@/lib/notifications/href";
import { notificationText } from "@/lib/notifications/text";
import type { Locale } from "@/lib/messages/locale";
import { translate } from "../../notifications/email/translate";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { watchRuns } from "./watch-runs";

const HOUR_MS = 60 * 60_000;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["reconciliation.runs"] };
});
afterAll(() => harness.stop());

const ago = (hours: number): string =>
  new Date(harness.clock.now().getTime() - hours * HOUR_MS).toISOString();
const runOf = (id: string, more: object = {}) => ({
  run_id: id,
  source: "daily",
  from: "2026-11-19",
  until: "2026-11-19",
  gateway: null,
  repairs: false,
  requested_by: null,
  state: "done",
  requested_at: ago(2),
  started_at: ago(2),
  finished_at: ago(1),
  failure: null,
  planned: 10,
  visited: { payments: 10, refunds: 0, reversals: 0, findings: 0 },
  compared: 10,
  matched: 10,
  not_compared: [],
  repaired: 0,
  settled: 0,
  gone: 0,
  left: 0,
  at_stake: [],
  ...more,
});
const found = {
  left: 3,
  at_stake: [
    { currency: "INR", amount: "1500.00", count: 2 },
    { currency: "USD", amount: "20.00", count: 1 },
  ],
};
/** Makes the service give the same list for each of these looks. */
function list(runs: object[], looks = 1): void {
  for (let look = 0; look < looks; look += 1)
    harness.service.next("/v1/ops/reconciliation/runs", {
      kind: "answer",
      status: 200,
      body: JSON.stringify({ runs, open: [], next_cursor: null }),
      effect: false,
    });
}
/** The titles, texts and links of what was notified, oldest first. */
async function told(locale: Locale = "en"): Promise<string[][]> {
  const { rows } = await harness.pool.query<{ event: string; detail: unknown }>(
    "select event, detail from notification_events order by at, event, detail->>'runId'",
  );
  return rows.map(({ event, detail }) => {
    const fact = parseNotificationFact(event, detail);
    if (fact === null) throw new Error(`no such event: ${event}`);
    const { title, body } = notificationText(translate(locale, "notifications"), fact, String);
    return [title, body, notificationHref(fact)];
  });
}

describe("a comparison with the gateways", () => {
  it("that left findings is reported once, though the job runs again and in two processes", async () => {
    list([runOf("7", found), runOf("6")], 4);
    await watchRuns(harness.services);
    await Promise.all([watchRuns(harness.services), watchRuns(harness.connect())]);
    harness.clock.advance(HOUR_MS);
    await watchRuns(harness.services);
    expect(await told()).toEqual([
      [
        "Reconciliation found differences",
        "2026-11-19: 3 open findings, ₹1,500.00 + $20.00 at stake",
        "/reconciliation/7",
      ],
    ]);
    expect((await told("hi"))[0]?.join(" ")).toContain("₹1,500.00 + $20.00");
  });

  it("reaches who may see the reconciliation, and nobody else", async () => {
    const [support, ops, finance] = [
      await harness.ctxOf("support"),
      await harness.ctxOf("ops"),
      await harness.ctxOf("finance"),
    ];
    list([runOf("7", { ...found, state: "broken" })]);
    await watchRuns(harness.services);
    await expandAll(harness);
    const people = await notifiedPeople(harness);
    const reached = (id: string) =>
      people.filter(({ personId }) => personId === id).map(({ event }) => event);
    const both = ["reconciliation_found", "reconciliation_unfinished"];
    expect(reached(ops.actor.userId).toSorted()).toEqual(both);
    expect(reached(finance.actor.userId).toSorted()).toEqual(both);
    expect(reached(support.actor.userId)).toEqual([]);
  });

  it("that broke, did not compare everything or does not end is reported once, and one in time is not", async () => {
    const unfinished = { state: "running", finished_at: null };
    const runs = [
      runOf("9", { ...unfinished, requested_at: ago(23) }),
      runOf("8", { ...unfinished, requested_at: ago(25), from: "2026-11-18" }),
      runOf("7", { not_compared: [{ gateway: "stripe", reason: "no answer", count: 12 }] }),
      runOf("6", { state: "broken", failure: "a text of the service" }),
    ];
    list(runs, 2);
    await watchRuns(harness.services);
    await watchRuns(harness.services);
    expect(await told()).toEqual([
      ["Reconciliation stopped", "2026-11-19: it failed repeatedly. Start it again", "/reconciliation"],
      [
        "Reconciliation incomplete",
        "2026-11-19: 12 records were not compared. Run it again later",
        "/reconciliation",
      ],
      ["Reconciliation not finished", "2026-11-18 – 2026-11-19: not finished after a day", "/reconciliation"],
    ]);
    expect(new Set((await told("hi")).map(([title]) => title)).size).toBe(3);
  });

  it("that was late and then broke is reported as both", async () => {
    const late = { state: "running", finished_at: null, requested_at: ago(25) };
    list([runOf("8", late)]);
    await watchRuns(harness.services);
    list([runOf("8", { ...late, state: "broken", finished_at: ago(0) })]);
    await watchRuns(harness.services);
    expect((await told()).map(([title]) => title).toSorted()).toEqual([
      "Reconciliation not finished",
      "Reconciliation stopped",
    ]);
  });

  it("that ended days ago, or found nothing, is not reported; neither is anything while the service does not answer", async () => {
    list([runOf("7"), runOf("6", { ...found, requested_at: ago(80), finished_at: ago(73) })]);
    await watchRuns(harness.services);
    harness.service.next("/v1/ops/reconciliation/runs", { kind: "drop", when: "before" });
    await watchRuns(harness.services);
    harness.service.ops = { idempotency: true, operations: [] };
    await watchRuns(harness.connect());
    expect(await told()).toEqual([]);
  });
});
