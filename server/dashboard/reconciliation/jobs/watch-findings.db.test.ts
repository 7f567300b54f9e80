import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { assignWork } from "../../queues/commands/assign-work";
import { listQueue } from "../../queues/queries/list-queue";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listFindings } from "../queries/list-findings";
import { watchFindings } from "./watch-findings";

const AT = "2026-11-20T09:00:00.000Z";
const facts = {
  status: "SUCCESS",
  amount: "500.00",
  currency: "INR",
  gateway_id: null,
  created_at: null,
  ended_at: null,
};
const findingOf = (id: string, more: object = {}) => ({
  finding_id: id,
  version: 1,
  record: "payment",
  transaction_id: `TXN${id}`,
  record_id: `TXN${id}`,
  merchant_transaction_id: `ORD-${id}`,
  gateway: "stripe",
  problem: "amounts_differ",
  certain: false,
  here: facts,
  there: facts,
  there_note: null,
  stake_amount: "100.00",
  stake_currency: "INR",
  state: "open",
  first_seen_at: AT,
  last_seen_at: AT,
  repair_requested_by: null,
  repair_requested_at: null,
  closed_at: null,
  settlement: null,
  ...more,
});

let harness: Harness;
let finance: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = {
    idempotency: true,
    operations: ["reconciliation.findings", "reconciliation.finding"],
  };
  finance = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const next = (name: "findings" | "finding", status: number, body: object): void =>
  harness.service.next(`/v1/ops/reconciliation/${name}`, {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    effect: false,
  });
const list = (findings: object[], cursor: string | null = null): void =>
  next("findings", 200, { findings, next_cursor: cursor });
const queue = async () =>
  (await listQueue(finance, { team: "finance", state: "open", owner: "all" })).items.map(
    ({ itemId, condition, money, since, assignee }) => ({
      itemId,
      condition,
      money,
      since,
      assignee: assignee?.name ?? null,
    }),
  );

it("open findings are in the queue of finance, with their money and age, and can be assigned", async () => {
  list([findingOf("1")], "1");
  list([findingOf("2", { certain: true })]);
  await watchFindings(harness.services);
  const money = { amount: "100.00", currency: "INR" };
  expect(await queue()).toEqual([
    { itemId: "1", condition: "finding_open", money, since: AT, assignee: null },
    { itemId: "2", condition: "finding_certain", money, since: AT, assignee: null },
  ]);
  const [item] = (await listQueue(finance, { team: "finance", state: "open", owner: "all" })).items;
  const { userId, name } = finance.actor;
  const input = { kind: "finding", itemId: "1", version: 0, mark: item?.mark ?? "", personId: userId };
  expect(await assignWork(finance, input)).toMatchObject({ kind: "done" });
  expect((await queue())[0]).toMatchObject({ assignee: name });
  list([findingOf("1"), findingOf("2", { certain: true })]);
  const page = await listFindings(finance, { runId: null, cursor: undefined });
  expect(page).toMatchObject({
    value: {
      findings: [
        { finding_id: "1", assignee: { name, isViewer: true } },
        { finding_id: "2", assignee: null },
      ],
    },
  });
});

it("one that is closed at the service leaves the queue, and comes back as another one only", async () => {
  list([findingOf("1"), findingOf("2")]);
  await watchFindings(harness.services);
  list([findingOf("2")]);
  next("finding", 200, findingOf("1", { state: "settled", closed_at: AT }));
  await watchFindings(harness.services);
  expect((await queue()).map(({ itemId }) => itemId)).toEqual(["2"]);
});

it("while the service does not answer, or stops in the middle, the queue stays as it was", async () => {
  list([findingOf("1"), findingOf("2")]);
  await watchFindings(harness.services);
  list([findingOf("1")], "1");
  harness.service.next("/v1/ops/reconciliation/findings", { kind: "drop", when: "before" });
  await watchFindings(harness.services);
  expect(await queue()).toHaveLength(2);
});

it("with more open findings than are read at once, closed ones leave the queue all the same", async () => {
  list([findingOf("1"), findingOf("2")]);
  await watchFindings(harness.services);
  for (let page = 0; page < 10; page += 1) list([findingOf(`${page + 3}`)], `${page + 3}`);
  next("finding", 200, findingOf("1", { state: "repaired", closed_at: AT }));
  next("finding", 200, findingOf("2"));
  await watchFindings(harness.services);
  expect((await queue()).map(({ itemId }) => itemId)).not.toContain("1");
  expect((await queue()).map(({ itemId }) => itemId)).toContain("2");
});

it("open ones that are not listed do not keep the service from being asked about the others", async () => {
  const ids = Array.from({ length: 22 }, (_, at) => `${at + 1}`);
  list(ids.map((id) => findingOf(id)));
  await watchFindings(harness.services);
  const asked = async (): Promise<string[]> => {
    const from = harness.service.callsOf("/v1/ops/reconciliation/finding").length;
    list([]);
    for (let call = 0; call < 20; call += 1) next("finding", 200, findingOf("any"));
    await watchFindings(harness.services);
    const calls = harness.service.callsOf("/v1/ops/reconciliation/finding").slice(from);
    return calls.map(({ body }) => (JSON.parse(body) as { finding_id: string }).finding_id);
  };
  expect(new Set([...(await asked()), ...(await asked())])).toEqual(new Set(ids));
});
