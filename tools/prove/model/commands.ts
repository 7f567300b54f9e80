import { deepStrictEqual } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { CallResult, PaydeckClient } from "@/lib/client";
import { formatPaise, paiseOf } from "@/lib/money";
import { chooseAtCheckout } from "../stack/merchant";
import * as model from "./model";

/** The service that is compared, and what its responses revealed. */
export type Real = {
  merchant: PaydeckClient;
  /** Begins every reference of this sequence. */
  prefix: string;
  /** The payment links, by reference. */
  links: Map<string, string>;
};
export type World = { references: model.Reference[] };
type Command = fc.AsyncCommand<World, Real>;

export const REFERENCES = 3;
const FAILURE_LIMIT_MS = 60_000;
const POLL_EVERY_MS = 40;

const place = fc.nat(REFERENCES - 1);
const paidPaise = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 100, max: 30_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((rupees) => rupees * 100 + 94) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 101 }) },
);
const refundPaise = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }).map((rupees) => rupees * 100 + 91) },
);
/** The whole remaining balance, a paisa more or less, or any amount. */
const wanted = fc.oneof(
  refundPaise.map((amount) => ({ amount, of: "any" as const })),
  fc.integer({ min: -1, max: 1 }).map((amount) => ({ amount, of: "left" as const })),
);

/**
 * The wanted amount in terms of the current balance; at least a paisa, and none that takes half a minute at the
 * gateway.
 */
function amountOf(
  record: model.RecordModel | undefined,
  want: { amount: number; of: "any" | "left" },
): bigint {
  const base = want.of === "left" && record !== undefined ? model.left(record) : 0n;
  const amount = base + BigInt(want.amount);
  const atLeast = amount < 1n ? 1n : amount;
  return atLeast % 100n === 92n ? atLeast + 1n : atLeast;
}

/** The response in the model's terms. */
function read<T>(response: CallResult<T>, outcome: (value: T) => model.Expected): model.Expected {
  if (response.kind === "answered") return outcome(response.value);
  if (response.kind !== "refused") throw new Error(`no answer: ${JSON.stringify(response)}`);
  const { refusal } = response;
  if (refusal.kind === "not_found") return { kind: "refused", status: 404, message: refusal.message };
  if (refusal.kind !== "rejected") throw new Error(`refused as ${JSON.stringify(refusal)}`);
  const [fault] = refusal.faults;
  const message = fault === undefined ? refusal.message : `${fault.field}: ${fault.text}`;
  return { kind: "refused", status: refusal.status, message };
}

function reference(world: World, real: Real, at: number): model.Reference {
  const found = world.references[at];
  if (found === undefined) throw new Error("there are as many references as places");
  return { ...found, name: `${real.prefix}-${at}` };
}

const command = (text: string, run: (world: World, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => text,
});

const create = fc.tuple(place, paidPaise).map(([at, paise]) =>
  command(`create(${at}, ${paise})`, async (world, real) => {
    const ours = reference(world, real, at);
    const response = await real.merchant.initiatePayment({
      merchant_transaction_id: ours.name,
      transaction_amount: formatPaise(BigInt(paise)),
      customer_details: { customer_email: "customer@example.com" },
    });
    const expected = model.create(ours, BigInt(paise));
    deepStrictEqual(
      read(response, ({ success }) => ({ kind: "created", hasLink: success })),
      expected,
    );
    if (response.kind !== "answered") return;
    const record = model.latest(ours);
    if (record !== undefined) record.id = response.value.transaction_id;
    if (response.value.success) real.links.set(ours.name, response.value.payment_link);
  }),
);

const choose = fc
  .tuple(place, fc.constantFrom("success", "success", "success", "failure", "drop", "retry" as const))
  .map(([at, outcome]) =>
    command(`choose(${at}, ${outcome})`, async (world, real) => {
      const ours = reference(world, real, at);
      const link = real.links.get(ours.name);
      if (link === undefined) return;
      await chooseAtCheckout(link, outcome);
      model.choose(ours, outcome);
      await compareList(ours, real);
    }),
  );

const cancel = place.map((at) =>
  command(`cancel(${at})`, async (world, real) => {
    const ours = reference(world, real, at);
    const response = await real.merchant.cancelTransaction(ours.name);
    deepStrictEqual(
      read(response, () => ({ kind: "done" })),
      model.cancel(ours),
    );
    await compareList(ours, real);
  }),
);

/** Failure 22: one of the two wins, and both responses name the winner. */
const cancelWhilePaying = place.map((at) =>
  command(`cancelWhilePaying(${at})`, async (world, real) => {
    const ours = reference(world, real, at);
    const link = real.links.get(ours.name);
    if (link === undefined || model.latest(ours)?.status !== "INITIATED") return;
    const [response] = await Promise.all([
      real.merchant.cancelTransaction(ours.name),
      chooseAtCheckout(link, "success"),
    ]);
    if (response.kind !== "answered") model.choose(ours, "success");
    deepStrictEqual(
      read(response, () => ({ kind: "done" })),
      model.cancel(ours),
    );
    await compareList(ours, real);
  }),
);

const status = place.map((at) =>
  command(`status(${at})`, (world, real) => compareList(reference(world, real, at), real)),
);

async function compareList(ours: model.Reference, real: Real): Promise<void> {
  const response = await real.merchant.transactionStatus(ours.name);
  if (ours.records.length === 0) {
    deepStrictEqual(
      read(response, () => ({ kind: "done" })),
      { kind: "refused", status: 404, message: "Transaction not found" },
    );
    return;
  }
  if (response.kind !== "answered") throw new Error(`no list: ${JSON.stringify(response)}`);
  // Takes over the id of a record that a retry created.
  for (const [index, outcome] of [...response.value].reverse().entries()) {
    const record = ours.records[index];
    if (record?.id === null) record.id = outcome.transaction_id;
  }
  deepStrictEqual(
    response.value.map(({ transaction_id: id, transaction_amount: amount, transaction_status: state }) => ({
      id,
      amount,
      status: state,
    })),
    model.list(ours),
  );
}

const refund = fc.tuple(place, wanted).map(([at, want]) =>
  command(`refund(${at}, ${JSON.stringify(want)})`, async (world, real) => {
    const record = model.latest(reference(world, real, at));
    const amountPaise = amountOf(record, want);
    const { outcome, id } = await refundOnce(real, record, amountPaise);
    deepStrictEqual(outcome, model.evaluateRefund(record, amountPaise));
    if (record !== undefined && id !== null) await keep(real, record, id, amountPaise);
  }),
);

/** Failures 2 and 12: the responses fit one order of the two or the other. */
const refundTwice = fc.tuple(place, wanted, wanted).map(([at, one, other]) =>
  command(`refundTwice(${at})`, async (world, real) => {
    const record = model.latest(reference(world, real, at));
    if (record === undefined) return;
    const wholePaise = (want: typeof one): bigint => {
      const amount = amountOf(record, want);
      return model.failsAtGateway(amount) ? amount + 2n : amount;
    };
    const amounts = [wholePaise(one), wholePaise(other)] as const;
    const responses = await Promise.all([
      refundOnce(real, record, amounts[0]),
      refundOnce(real, record, amounts[1]),
    ]);
    const order = model.orderOf(record, amounts, [responses[0].outcome, responses[1].outcome]);
    if (order === null) throw new Error(`no order explains ${JSON.stringify(responses)}`);
    for (const turn of order) {
      const { id } = responses[turn];
      if (id !== null) await keep(real, record, id, amounts[turn]);
    }
  }),
);

async function refundOnce(
  real: Real,
  record: model.RecordModel | undefined,
  amountPaise: bigint,
): Promise<{ outcome: model.Expected; id: string | null }> {
  const response = await real.merchant.initiateRefund({
    transaction_id: record?.id ?? `TXN-${real.prefix}`,
    refund_amount: formatPaise(amountPaise),
  });
  return {
    outcome: read(response, () => ({ kind: "accepted" })),
    id: response.kind === "answered" ? response.value.refund_id : null,
  };
}

/** A refund that is going to fail reserves its amount until it has failed: only then does the sequence continue. */
async function keep(real: Real, record: model.RecordModel, id: string, amountPaise: bigint): Promise<void> {
  model.keepRefund(record, id, amountPaise);
  if (!model.failsAtGateway(amountPaise)) return;
  const endsAt = performance.now() + FAILURE_LIMIT_MS;
  while (performance.now() < endsAt) {
    const response = await real.merchant.refundStatus(id);
    if (response.kind === "answered" && response.value.refund_status === "FAILURE") return;
    await sleep(POLL_EVERY_MS);
  }
  throw new Error(`${id} did not fail`);
}

const balance = place.map((at) =>
  command(`balance(${at})`, async (world, real) => {
    const record = model.latest(reference(world, real, at));
    if (record === undefined || record.id === null) return;
    const response = await real.merchant.ops("refunds.balance", { transaction_id: record.id });
    if (response.kind !== "answered") throw new Error(`no balance: ${JSON.stringify(response)}`);
    const { value } = response;
    deepStrictEqual(
      {
        paid: value.transaction_amount,
        reservedOrRefunded: paiseOf(value.refunded_amount) + paiseOf(value.in_progress_amount),
        left: value.remaining_amount,
        status: value.transaction_status,
      },
      model.balance(record),
    );
  }),
);

const refunds = place.map((at) =>
  command(`refunds(${at})`, async (world, real) => {
    const record = model.latest(reference(world, real, at));
    if (record === undefined || record.id === null) return;
    const response = await real.merchant.ops("refunds.search", { transaction_id: record.id });
    if (response.kind !== "answered") throw new Error(`no refunds: ${JSON.stringify(response)}`);
    const outcome = response.value.refunds;
    deepStrictEqual(
      outcome.map(({ refund_id: id, refund_amount: amount }) => `${id} ${amount}`).sort(),
      record.refunds.map(({ id, amountPaise }) => `${id} ${formatPaise(amountPaise)}`).sort(),
    );
    for (const { refund_id: id, refund_status: state } of outcome) {
      const fails = record.refunds.some((one) => one.id === id && one.fails);
      if (fails ? state !== "FAILURE" : state === "FAILURE") throw new Error(`${id} is ${state}`);
    }
  }),
);

const search = fc.constant(
  command("search()", async (world, real) => {
    const response = await real.merchant.ops("payments.search", { reference_prefix: `${real.prefix}-` });
    if (response.kind !== "answered") throw new Error(`no list: ${JSON.stringify(response)}`);
    const outcome = response.value.payments.map((item) => ({
      id: item.transaction_id,
      status: item.transaction_status,
      left: item.remaining_amount,
    }));
    const byId = (a: { id: string | null }, b: { id: string | null }): number =>
      (a.id ?? "") < (b.id ?? "") ? -1 : 1;
    deepStrictEqual(outcome.sort(byId), model.search(world.references).sort(byId));
  }),
);

/** Sequences of calls, with changes more often than reads. */
export function sequences(longest: number): fc.Arbitrary<Iterable<Command>> {
  return fc.commands(
    [
      create,
      create,
      choose,
      choose,
      choose,
      cancel,
      cancelWhilePaying,
      refund,
      refund,
      refund,
      refundTwice,
      status,
      balance,
      refunds,
      search,
    ],
    { maxCommands: longest, size: "max" },
  );
}
