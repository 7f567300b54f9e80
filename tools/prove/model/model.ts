/**
 * The behaviour that a merchant may expect of the service, written from docs/specification.md and decision 0024 to
 * 0210 alone: payments with their records, refunds, balances, and every response. Pure, and small enough to be read in
 * one go.
 */
export type Status = "INITIATED" | "SUCCESS" | "FAILURE" | "DROP" | "CANCELLED";
type Outcome = "success" | "failure" | "drop" | "retry";

export type RefundModel = { id: string; amountPaise: bigint; fails: boolean };
export type RecordModel = {
  /** Null until a response has contained it. */
  id: string | null;
  amountPaise: bigint;
  status: Status;
  hasLink: boolean;
  /** In the order in which they were accepted. */
  refunds: RefundModel[];
};
/** The records of one merchant reference, oldest first. */
export type Reference = { name: string; records: RecordModel[] };

/** The promised part of a response: its kind, and the texts that carry meaning. */
export type Expected =
  | { kind: "created"; hasLink: boolean }
  | { kind: "done" }
  | { kind: "accepted" }
  | { kind: "refused"; status: number; message: string };

const LEAST_PAISE = 100n;

const refused = (status: number, message: string): Expected => ({ kind: "refused", status, message });

function text(amountPaise: bigint): string {
  const digits = amountPaise.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function latest(reference: Reference): RecordModel | undefined {
  return reference.records.at(-1);
}

/** No gateway opens a checkout for an amount with paise 94 (decision 0210). */
function opensCheckout(amountPaise: bigint): boolean {
  return amountPaise % 100n !== 94n;
}

/** A refund with paise 91 fails at the gateway (decision 0210). */
export function failsAtGateway(amountPaise: bigint): boolean {
  return amountPaise % 100n === 91n;
}

function newRecord(amountPaise: bigint): RecordModel {
  const hasLink = opensCheckout(amountPaise);
  return { id: null, amountPaise, status: hasLink ? "INITIATED" : "FAILURE", hasLink, refunds: [] };
}

/**
 * Fields first, then the duplicate; a reference without a link may be created again (specification 4.1, decisions 0026,
 * 0029 and 0031).
 */
export function create(reference: Reference, amountPaise: bigint): Expected {
  if (amountPaise < LEAST_PAISE) {
    return refused(400, "transaction_amount: Invalid amount or less than 1 rupee");
  }
  if (reference.records.some(({ hasLink }) => hasLink)) {
    return refused(400, "merchant_transaction_id: Already exists");
  }
  const record = newRecord(amountPaise);
  reference.records.push(record);
  return { kind: "created", hasLink: record.hasLink };
}

const STATUS_AFTER = { success: "SUCCESS", failure: "FAILURE", drop: "DROP" } as const;

/** The customer's choice applies to the latest record, in the statuses that allow it (decision 0038). */
export function choose(reference: Reference, outcome: Outcome): void {
  const record = latest(reference);
  if (record === undefined) return;
  if (outcome !== "retry") {
    if (record.status === "INITIATED") record.status = STATUS_AFTER[outcome];
  } else if (record.status === "FAILURE" || record.status === "DROP") {
    reference.records.push(newRecord(record.amountPaise));
  }
}

/** Only the newest record, while it is INITIATED (specification 4.3). */
export function cancel(reference: Reference): Expected {
  const record = latest(reference);
  if (record === undefined) return refused(404, "Transaction not found");
  if (record.status !== "INITIATED") {
    return refused(400, "Transaction cannot be cancelled as it is already processed");
  }
  record.status = "CANCELLED";
  return { kind: "done" };
}

/** Newest first (specification 4.2). */
export function list(reference: Reference): { id: string | null; amount: string; status: Status }[] {
  return reference.records
    .map(({ id, amountPaise, status }) => ({ id, amount: text(amountPaise), status }))
    .reverse();
}

/** The paid amount minus every refund that has not failed (decision 0034); 0 for a payment that was not paid. */
export function left(record: RecordModel): bigint {
  if (record.status !== "SUCCESS") return 0n;
  return record.amountPaise - held(record);
}

function held(record: RecordModel): bigint {
  return record.refunds
    .filter(({ fails }) => !fails)
    .reduce((total, { amountPaise }) => total + amountPaise, 0n);
}

/** Evaluates a refund (specification 4.4). An accepted one gets its id by {@link keepRefund}. */
export function evaluateRefund(record: RecordModel | undefined, amountPaise: bigint): Expected {
  if (record === undefined) return refused(404, "Transaction not found.");
  if (record.status !== "SUCCESS") return refused(400, "Refund is allowed only for successful transactions.");
  if (amountPaise > left(record)) {
    const remaining = text(left(record));
    return refused(400, `Refund amount exceeds refundable balance. Remaining refundable: ${remaining}`);
  }
  return { kind: "accepted" };
}

/** A refund that is going to fail reserves its amount until it has failed: the caller waits for that. */
export function keepRefund(record: RecordModel, id: string, amountPaise: bigint): void {
  record.refunds.push({ id, amountPaise, fails: failsAtGateway(amountPaise) });
}

/** The balance as the ops extension reports it; `reservedOrRefunded` includes refunds that are still in progress. */
export function balance(record: RecordModel): {
  paid: string;
  reservedOrRefunded: bigint;
  left: string;
  status: Status;
} {
  return {
    paid: text(record.amountPaise),
    reservedOrRefunded: held(record),
    left: text(left(record)),
    status: record.status,
  };
}

/** Every record that a search by the prefix of the references must return. */
export function search(
  references: readonly Reference[],
): { id: string | null; status: Status; left: string }[] {
  return references.flatMap(({ records }) =>
    records.map((record) => ({ id: record.id, status: record.status, left: text(left(record)) })),
  );
}

/**
 * Two concurrent refunds: the responses must be those of one order or of the other. Returns the matching order, null
 * when none matches.
 */
export function orderOf(
  record: RecordModel,
  amounts: readonly [bigint, bigint],
  responses: readonly [Expected, Expected],
): readonly [0, 1] | readonly [1, 0] | null {
  for (const order of [[0, 1] as const, [1, 0] as const]) {
    const copy: RecordModel = { ...record, refunds: [...record.refunds] };
    const fits = order.every((place) => {
      const expected = evaluateRefund(copy, amounts[place]);
      if (expected.kind === "accepted") {
        copy.refunds.push({ id: "", amountPaise: amounts[place], fails: false });
      }
      return JSON.stringify(expected) === JSON.stringify(responses[place]);
    });
    if (fits) return order;
  }
  return null;
}
