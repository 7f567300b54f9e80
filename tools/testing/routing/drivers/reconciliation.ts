import { randomUUID } from "node:crypto";
import { eventually, type MerchantCode } from "../merchant-code";
import type { TestService } from "../service";
import type { Drivers } from "./driver";

const TODAY = new Date().toISOString().slice(0, 10);
const ops = async <T>(as: MerchantCode, name: string, body: object): Promise<T> =>
  (await as.ops("POST", `/v1/ops/reconciliation/${name}`, body)).json as T;

type Finding = { finding_id: string; version: number };

/**
 * A finished run of a new merchant with one finding: a charge that was never reported (certain), or a payment whose
 * charge the gateway has lost.
 */
async function found(
  { db }: TestService,
  as: MerchantCode,
  kind: "certain" | "for_person",
): Promise<{ runId: string; finding: Finding }> {
  const { transaction_id: id } = await as.payment({}, kind === "certain" ? null : "success");
  await db.query(
    kind === "certain"
      ? `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
         select gateway_checkout_id, 'simpay_' || id || merchant_id, amount_paise, currency, 'SUCCESS', now()
         from payments where id = $1 and merchant_id = (select max(id) from merchants)`
      : `delete from simulator.charges where checkout_id like '%' || $1`,
    [id],
  );
  const request = { request_id: randomUUID(), from: TODAY, until: TODAY };
  const { run_id: runId } = await ops<{ run_id: string }>(as, "start", request);
  await eventually(
    () => ops<{ state: string }>(as, "run", { run_id: runId }),
    ({ state }) => state === "done",
  );
  const { findings } = await ops<{ findings: Finding[] }>(as, "findings", { run_id: runId });
  const [finding] = findings;
  if (finding === undefined) throw new Error("the run found nothing");
  return { runId, finding };
}

/** Operations of the reconciliation. */
export const reconciliationDrivers: Drivers = {
  "reconciliation.runs": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    await found(service, as, "for_person");
    await call({ body: {}, expect: 200, as });
    await call({ body: { cursor: "nonsense" }, expect: 400, as });
  },

  "reconciliation.run": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const { runId } = await found(service, as, "for_person");
    await call({ body: { run_id: runId }, expect: 200, as });
    await call({ body: { run_id: runId }, expect: 404 });
    await call({ body: { run_id: "none" }, expect: 404 });
    await call({ body: {}, expect: 400 });
  },

  "reconciliation.start": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const body = { request_id: randomUUID(), from: TODAY, until: TODAY, requested_by: "Meera (finance)" };
    await call({ body, expect: 200, as });
    // An unfinished run that no worker touches.
    const other = await world.newMerchant();
    await service.db.query(
      `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, position, due_at)
       select max(id), 'request', current_date, current_date, false, 'running', now(), '{"phase":"payment","afterId":null}',
         now() + interval '1 hour' from merchants`,
    );
    await call({ body: { ...body, request_id: randomUUID() }, expect: 409, as: other });
    await call({ body: { ...body, request_id: randomUUID(), until: "2001-01-01" }, expect: 400, as });
  },

  "reconciliation.findings": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const { runId } = await found(service, as, "for_person");
    await call({ body: { run_id: runId, state: ["open"], limit: 5 }, expect: 200, as });
    await call({ body: { state: ["lost"] }, expect: 400, as });
  },

  "reconciliation.finding": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const { finding } = await found(service, as, "for_person");
    await call({ body: { finding_id: finding.finding_id }, expect: 200, as });
    await call({ body: { finding_id: finding.finding_id }, expect: 404 });
    await call({ body: {}, expect: 400 });
  },

  "reconciliation.repair": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const { finding } = await found(service, as, "certain");
    const body = { ...finding, requested_by: "Meera (finance)" };
    const sent = { finding_id: body.finding_id, version: body.version, requested_by: body.requested_by };
    await call({ body: { ...sent, version: 99 }, expect: 409, as });
    await call({ body: sent, expect: 200, as });
    await call({ body: sent, expect: 404 });
    await call({ body: { finding_id: body.finding_id }, expect: 400, as });
  },

  "reconciliation.settle": async (call, world) => {
    const { service } = world;
    const as = await world.newMerchant();
    const { finding } = await found(service, as, "for_person");
    const sent = {
      finding_id: finding.finding_id,
      version: finding.version,
      settlement_id: randomUUID(),
      evidence: "Settlement report of 20 Nov lists the charge under another id.",
      vendor_reference: "SR-2026-11-20/318",
      proposed_by: "Meera (finance)",
      confirmed_by: "Arjun (finance)",
    };
    await call({ body: { ...sent, version: 99 }, expect: 409, as });
    for (const same of [sent.proposed_by, " meera\u00a0(FINANCE) ", "Me\u200bera  (\uff46inance)"])
      await call({ body: { ...sent, confirmed_by: same }, expect: 400, as });
    await call({ body: sent, expect: 200, as });
    await call({ body: sent, expect: 404 });
  },
};
