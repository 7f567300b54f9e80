import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { FindingView } from "@/lib/reconciliation/views";
import type { Ctx } from "../../context";
import { ForbiddenError } from "../../auth/authorize";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { watchFindings } from "../jobs/watch-findings";
import { findFinding } from "../queries/find-finding";
import { confirmSettlement } from "./confirm-settlement";
import { proposeSettlement } from "./propose-settlement";
import { repairFinding } from "./repair-finding";
import { startRun } from "./start-run";
import { withdrawSettlement } from "./withdraw-settlement";

const AT = "2026-11-21T09:00:00.000Z";
const OPERATIONS = ["start", "run", "runs", "findings", "finding", "repair", "settle"].map(
  (name) => `reconciliation.${name}`,
);
const facts = { amount: "500.00", currency: "INR", gateway_id: "pi_1", created_at: null, ended_at: null };
const FINDING: FindingView = {
  finding_id: "7",
  version: 3,
  record: "payment",
  transaction_id: "TXN1",
  record_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  gateway: "stripe",
  problem: "amounts_differ",
  certain: false,
  here: { status: "SUCCESS", ...facts },
  there: { status: "SUCCESS", ...facts, amount: "400.00" },
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
};

let harness: Harness;
let asha: Ctx;
let farah: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: OPERATIONS };
  asha = await harness.ctxOf("finance");
  farah = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const response = (name: string, status: number, body: object): void =>
  harness.service.next(`/v1/ops/reconciliation/${name}`, {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    effect: false,
  });
const lose = (name: string): void =>
  harness.service.next(`/v1/ops/reconciliation/${name}`, { kind: "drop", when: "before" });
const finding = (more: Partial<FindingView> = {}): void => response("finding", 200, { ...FINDING, ...more });
const input = (more: object = {}) => ({
  settlementId: randomUUID(),
  findingId: "7",
  version: 3,
  evidence: " The report lists it. ",
  vendorReference: "SR-318",
  ...more,
});
async function proposed(by: Ctx = asha): Promise<string> {
  finding();
  const given = input();
  expect(await proposeSettlement(by, given)).toEqual({ kind: "done" });
  return given.settlementId;
}
const stateOf = async (id: string): Promise<unknown> =>
  (await harness.pool.query("select state from finding_settlements where id = $1", [id])).rows[0];
const settleCalls = () => harness.service.callsOf("/v1/ops/reconciliation/settle");
const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

describe("evidence about a finding", () => {
  it("is stored as written, audited, and nothing is sent to the service", async () => {
    const id = await proposed();
    expect(await stateOf(id)).toEqual({ state: "PROPOSED" });
    expect(settleCalls()).toEqual([]);
    expect(await harness.audit()).toMatchObject([
      {
        action: "finding_settlement_proposed",
        actor_email: asha.actor.email,
        subject_id: "7",
        detail: { note: "The report lists it.", vendorReference: "SR-318", amount: "100.00" },
      },
    ]);
  });

  it("is written once by a form that is sent twice, and one at a time for a finding", async () => {
    const given = input();
    for (let n = 0; n < 3; n += 1) finding();
    const outcomes = await Promise.all([proposeSettlement(asha, given), proposeSettlement(asha, given)]);
    expect(outcomes).toEqual([{ kind: "done" }, { kind: "done" }]);
    expect(await proposeSettlement(farah, input())).toEqual({ kind: "closed" });
    expect(await actions()).toEqual(["finding_settlement_proposed"]);
  });

  it("needs a text and a reference, of a finding as it is now that cannot be repaired", async () => {
    expect(await proposeSettlement(asha, input({ evidence: " ", vendorReference: "x".repeat(256) }))).toEqual(
      {
        kind: "invalid",
        faults: [
          { field: "evidence", fault: "missing" },
          { field: "vendorReference", fault: "too_long" },
        ],
      },
    );
    finding({ version: 4 });
    expect(await proposeSettlement(asha, input())).toEqual({ kind: "changed", message: "" });
    finding({ certain: true });
    expect(await proposeSettlement(asha, input())).toEqual({ kind: "closed" });
    expect(await actions()).toEqual([]);
  });

  it("is not stored with a card number, which the audit log would keep for good, nor with what no file can contain", async () => {
    const card = "4111 1111 1111 1111";
    finding();
    expect(
      await proposeSettlement(asha, input({ evidence: `Paid with ${card}`, vendorReference: "SR\uffff" })),
    ).toEqual({
      kind: "invalid",
      faults: [
        { field: "evidence", fault: "card_number" },
        { field: "vendorReference", fault: "unstorable" },
      ],
    });
    expect(await proposeSettlement(asha, input({ vendorReference: card }))).toEqual({
      kind: "invalid",
      faults: [{ field: "vendorReference", fault: "card_number" }],
    });
    expect(await actions()).toEqual([]);
  });

  it("that was discarded is not reported as written when its form is sent again, nor with another text", async () => {
    const given = input();
    for (let n = 0; n < 3; n += 1) finding();
    expect(await proposeSettlement(asha, given)).toEqual({ kind: "done" });
    expect(await proposeSettlement(asha, { ...given, evidence: "Another one." })).toEqual({ kind: "closed" });
    await withdrawSettlement(farah, { settlementId: given.settlementId });
    expect(await proposeSettlement(asha, given)).toEqual({ kind: "closed" });
  });

  it("can be discarded while nobody has confirmed it", async () => {
    const id = await proposed();
    expect(await withdrawSettlement(asha, { settlementId: id })).toEqual({ kind: "done" });
    expect(await withdrawSettlement(farah, { settlementId: id })).toEqual({ kind: "closed" });
    expect(await confirmSettlement(farah, { settlementId: id })).toEqual({ kind: "closed" });
  });
});

describe("a settlement", () => {
  it("is confirmed by a second person, who is named to the service with the first, and audited", async () => {
    const id = await proposed();
    response("settle", 200, { ...FINDING, state: "settled" });
    expect(await confirmSettlement(farah, { settlementId: id })).toEqual({ kind: "done" });
    expect(await stateOf(id)).toEqual({ state: "CONFIRMED" });
    const [call] = settleCalls();
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      settlement_id: id,
      version: 3,
      evidence: "The report lists it.",
      proposed_by: expect.stringContaining(asha.actor.email) as string,
      confirmed_by: expect.stringContaining(farah.actor.email) as string,
    });
    expect(await actions()).toEqual([
      "finding_settlement_proposed",
      "finding_settlement_confirmed",
      "finding_settle_requested",
      "finding_settle_done",
    ]);
  });

  it("is never confirmed by its author, whatever their role is by then", async () => {
    const id = await proposed();
    expect(await confirmSettlement(asha, { settlementId: id })).toEqual({ kind: "own" });
    await harness.pool.query("update people set role = 'admin' where id = $1", [asha.actor.userId]);
    const promoted = await harness.ctxOf("admin", { ...asha.actor, role: "admin" });
    expect(await confirmSettlement(promoted, { settlementId: id })).toEqual({ kind: "own" });
    expect(settleCalls()).toEqual([]);
    await expect(
      harness.pool.query(
        "update finding_settlements set state = 'CONFIRMED', decided_by = proposed_by, decided_at = now() where id = $1",
        [id],
      ),
    ).rejects.toThrow("finding_settlements_second_person");
  });

  it("is confirmed once when two people press at the same time", async () => {
    const id = await proposed();
    const other = await harness.ctxOf("admin");
    response("settle", 200, { ...FINDING, state: "settled" });
    response("settle", 200, { ...FINDING, state: "settled" });
    await Promise.all([farah, other].map((ctx) => confirmSettlement(ctx, { settlementId: id })));
    const confirmed = (await actions()).filter((action) => action === "finding_settlement_confirmed");
    expect(confirmed).toHaveLength(1);
    const names = settleCalls().map(
      ({ body }) => (JSON.parse(body) as { confirmed_by: string }).confirmed_by,
    );
    expect(new Set(names).size).toBe(1);
  });

  it("is refused when the finding has changed meanwhile, and new evidence can be written", async () => {
    const id = await proposed();
    response("settle", 409, { detail: "The finding has changed. Look at it again." });
    expect(await confirmSettlement(farah, { settlementId: id })).toEqual({
      kind: "changed",
      message: "The finding has changed. Look at it again.",
    });
    expect(await stateOf(id)).toEqual({ state: "REFUSED" });
    await proposed(farah);
  });

  it("whose answer is lost is unknown, not failed; sent again, it names the same people", async () => {
    const id = await proposed();
    lose("settle");
    expect(await confirmSettlement(farah, { settlementId: id })).toEqual({ kind: "unknown" });
    expect(await stateOf(id)).toEqual({ state: "CONFIRMING" });
    expect(await confirmSettlement(asha, { settlementId: id })).toEqual({ kind: "own" });
    const other = await harness.ctxOf("admin");
    response("settle", 200, { ...FINDING, state: "settled" });
    expect(await confirmSettlement(other, { settlementId: id })).toEqual({ kind: "done" });
    const last = settleCalls().at(-1);
    expect(JSON.parse(last?.body ?? "")).toMatchObject({
      confirmed_by: expect.stringContaining(farah.actor.email) as string,
    });
  });

  it("that the service has carried out is confirmed without a person, even when its answer was lost", async () => {
    const id = await proposed();
    lose("settle");
    await confirmSettlement(farah, { settlementId: id });
    const settled = (): void =>
      finding({
        state: "settled",
        settlement: {
          settlement_id: id,
          evidence: "The report lists it.",
          vendor_reference: "SR-318",
          proposed_by: "Asha",
          confirmed_by: "Farah",
        },
      });
    await watchFindings(harness.services);
    expect(await stateOf(id)).toEqual({ state: "CONFIRMING" });
    harness.clock.advance(120_000);
    settled();
    await watchFindings(harness.services);
    expect(await stateOf(id)).toEqual({ state: "CONFIRMED" });
    settled();
    expect(await findFinding(asha, "7")).toMatchObject({ value: { settlements: [{ state: "CONFIRMED" }] } });
  });

  it("that stays open does not keep the service from being asked about the others", async () => {
    const first = await proposed();
    lose("settle");
    await confirmSettlement(farah, { settlementId: first });
    const ids = Array.from({ length: 24 }, () => randomUUID());
    await harness.pool.query(
      `insert into finding_settlements (id, service_address, finding_id, finding_version, evidence, vendor_reference,
         proposed_by, proposed_at, state, decided_by, decided_at)
       select n.id, service_address, n.id::text, 3, evidence, vendor_reference, proposed_by, proposed_at, state, decided_by,
         decided_at + n.place * interval '1 second'
       from finding_settlements, unnest($1::uuid[]) with ordinality as n (id, place)`,
      [ids],
    );
    harness.clock.advance(120_000);
    const asked = async (): Promise<string[]> => {
      const from = harness.service.callsOf("/v1/ops/reconciliation/finding").length;
      for (let call = 0; call < 20; call += 1) finding();
      await watchFindings(harness.services);
      const calls = harness.service.callsOf("/v1/ops/reconciliation/finding").slice(from);
      return calls.map(({ body }) => (JSON.parse(body) as { finding_id: string }).finding_id);
    };
    const all = [...(await asked()), ...(await asked())];
    expect(new Set(all)).toEqual(new Set(["7", ...ids]));
    expect(all.slice(25)).toEqual(all.slice(0, 15));
  });

  it("of a finding that the service no longer knows is refused, and does not hold up the others", async () => {
    const id = await proposed();
    lose("settle");
    await confirmSettlement(farah, { settlementId: id });
    harness.clock.advance(120_000);
    response("finding", 404, { detail: "Finding not found." });
    await watchFindings(harness.services);
    expect(await stateOf(id)).toEqual({ state: "REFUSED" });
  });

  it("is not sent when its confirmation cannot be audited", async () => {
    const id = await proposed();
    const repairAudit = await harness.breakAudit();
    await expect(confirmSettlement(farah, { settlementId: id })).rejects.toThrow("disk full");
    await repairAudit();
    expect([await stateOf(id), settleCalls()]).toEqual([{ state: "PROPOSED" }, []]);
  });
});

describe("a repair and a run", () => {
  it("name the person to the service and are audited on both sides of the call; a lost answer is unknown", async () => {
    response("repair", 200, { ...FINDING, certain: true, state: "repaired" });
    expect(await repairFinding(asha, { findingId: "7", version: 3 })).toMatchObject({ kind: "done" });
    const [call] = harness.service.callsOf("/v1/ops/reconciliation/repair");
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      requested_by: expect.stringContaining(asha.actor.email) as string,
    });
    lose("repair");
    expect(await repairFinding(asha, { findingId: "7", version: 3 })).toEqual({ kind: "unknown" });
    expect(await actions()).toEqual([
      "finding_repair_requested",
      "finding_repair_done",
      "finding_repair_requested",
      "finding_repair_unknown",
    ]);
  });

  it("are not offered by a service without the operations", async () => {
    harness.service.ops = { idempotency: true, operations: ["refunds.balance"] };
    const run = {
      requestId: randomUUID(),
      from: "2026-11-20",
      until: "2026-11-20",
      gateway: null,
      repairs: false,
    };
    expect(await startRun(asha, run)).toEqual({ kind: "not_offered" });
    expect(await findFinding(asha, "7")).toMatchObject({ kind: "not_offered" });
    expect(await proposeSettlement(asha, input())).toEqual({ kind: "not_offered" });
  });
});

describe.each(ROLES)("the role %s", (role) => {
  it("sees and decides as decision 0288 says", async () => {
    const ctx = await harness.ctxOf(role);
    const mayRepair = role === "finance" || role === "admin";
    const outcomes = [
      await proposeSettlement(ctx, {}),
      await confirmSettlement(ctx, {}),
      await withdrawSettlement(ctx, {}),
      await repairFinding(ctx, {}),
      await startRun(ctx, {}),
    ].map(({ kind }) => kind === "forbidden");
    expect(outcomes).toEqual(Array<boolean>(5).fill(!mayRepair));
    finding();
    const read = findFinding(ctx, "7");
    if (role === "support") await expect(read).rejects.toThrow(ForbiddenError);
    else expect(await read).toMatchObject({ kind: "found" });
  });
});
