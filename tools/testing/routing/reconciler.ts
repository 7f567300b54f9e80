import { randomUUID } from "node:crypto";
import { type CreatedPayment, eventually, type MerchantCode, type Reply } from "./merchant-code";
import type { TestService } from "./service";

/** The day on which the payments of a test are made. */
export const TODAY = new Date().toISOString().slice(0, 10);

export type Run = {
  run_id: string;
  state: string;
  compared: number;
  matched: number;
  repaired: number;
  settled: number;
  gone: number;
  left: number;
  not_compared: { gateway: string; reason: string; count: number }[];
  at_stake: { currency: string; amount: string; count: number }[];
};

export type Finding = {
  finding_id: string;
  version: number;
  problem: string;
  certain: boolean;
  state: string;
  first_seen_at: string;
  here: { status: string; amount: string | null };
  there: { status: string; amount: string | null } | null;
  stake_amount: string;
};

/** What names a finding as a person has seen it. */
export const seen = ({ finding_id, version }: Finding) => ({ finding_id, version });

/** Reconciles one merchant through the operations, and makes the simulator disagree. */
export class Reconciler {
  constructor(
    private readonly service: TestService,
    private readonly merchant: MerchantCode,
  ) {}

  call(name: string, body: object, as = this.merchant): Promise<Reply> {
    return as.ops("POST", `/v1/ops/reconciliation/${name}`, body);
  }

  start(more: object = {}, as = this.merchant): Promise<Reply> {
    return this.call("start", { request_id: randomUUID(), from: TODAY, until: TODAY, ...more }, as);
  }

  /** Starts a run and waits for its end. */
  async run(more: object = {}): Promise<Run> {
    const reply = await this.start(more);
    if (reply.status !== 200) throw new Error(reply.text);
    return this.ended((reply.json as Run).run_id);
  }

  ended(runId: string): Promise<Run> {
    return eventually(
      async () => (await this.call("run", { run_id: runId })).json as Run,
      ({ state }) => state === "done" || state === "broken",
      40_000,
    );
  }

  async findings(filter: object = {}): Promise<Finding[]> {
    return ((await this.call("findings", filter)).json as { findings: Finding[] }).findings;
  }

  async onlyFinding(filter: object = {}): Promise<Finding> {
    const found = await this.findings(filter);
    const [first] = found;
    if (first === undefined || found.length !== 1) throw new Error(JSON.stringify(found));
    return first;
  }

  /** The gateway charged the customer, and its report was lost. */
  charge(payment: CreatedPayment): Promise<unknown> {
    return this.service.db.query(
      `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
       select gateway_checkout_id, 'simpay_' || id || merchant_id, amount_paise, currency, 'SUCCESS', now()
       from payments where id = $1 and merchant_id = (select max(id) from merchants)`,
      [payment.transaction_id],
    );
  }

  /** The gateway reports another amount. */
  chargedAt(payment: CreatedPayment, paise: number): Promise<unknown> {
    return this.service.db.query(
      `update simulator.charges set amount_paise = $2 where checkout_id like '%' || $1`,
      [payment.transaction_id, paise],
    );
  }

  async missedCharge(): Promise<CreatedPayment> {
    const payment = await this.merchant.payment({}, null);
    await this.charge(payment);
    return payment;
  }

  async statusOf(payment: CreatedPayment): Promise<unknown> {
    return (await this.merchant.records(payment.merchant_transaction_id))[0]?.transaction_status;
  }
}
