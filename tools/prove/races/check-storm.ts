import { parseAmount } from "@/lib/money";

export type RefundResponse =
  | { kind: "accepted"; amountPaise: bigint; refundId: string }
  | { kind: "refused"; amountPaise: bigint; message: string }
  | { kind: "other"; amountPaise: bigint; response: string };

/**
 * The results of many concurrent refunds of one payment, and of a later refund of the remaining balance (null when it
 * was zero).
 */
export type Storm = {
  transactionId: string;
  paidPaise: bigint;
  responses: readonly RefundResponse[];
  leftPaise: bigint;
  rest: RefundResponse | null;
  leftAtLastPaise: bigint;
};

const REMAINING = /^Refund amount exceeds refundable balance\. Remaining refundable: ([0-9]+\.[0-9]{2})$/;

/**
 * What must never occur. No refund fails in these runs, so the accepted ones are exactly what is reserved, and a
 * refusal is right only when the remaining balance that it reports is below the requested amount.
 */
export function checkStorm(storm: Storm): string[] {
  const anomalies: string[] = [];
  const report = (text: string): void => void anomalies.push(`${storm.transactionId}: ${text}`);
  const accepted = storm.responses.filter((response) => response.kind === "accepted");
  const refundedPaise = sum(accepted);
  if (refundedPaise > storm.paidPaise)
    report(`${refundedPaise} paise were refunded of ${storm.paidPaise} paid`);
  if (storm.leftPaise !== storm.paidPaise - refundedPaise) {
    report(
      `${storm.leftPaise} paise are reported as left of ${storm.paidPaise}, with ${refundedPaise} refunded`,
    );
  }
  if (new Set(accepted.map(({ refundId }) => refundId)).size !== accepted.length) {
    report("two refunds have one id");
  }
  for (const response of storm.responses) {
    if (response.kind === "other") report(`a refund was neither accepted nor refused: ${response.response}`);
    if (response.kind === "refused") checkRefusal(response, report);
  }
  if (storm.rest !== null && storm.rest.kind !== "accepted") {
    report(
      `the ${storm.leftPaise} paise that are left could not be refunded: ${JSON.stringify(storm.rest, texts)}`,
    );
  }
  if (storm.leftAtLastPaise !== 0n) report(`${storm.leftAtLastPaise} paise are left after all was refunded`);
  return anomalies;
}

function checkRefusal(
  { message, amountPaise }: Extract<RefundResponse, { kind: "refused" }>,
  report: (text: string) => void,
): void {
  const response = parseAmount(REMAINING.exec(message)?.[1] ?? "");
  if (!response.ok) report(`refused for another reason than the balance: ${message}`);
  else if (response.value >= amountPaise)
    report(`${amountPaise} paise were refused with ${response.value} left`);
}

function sum(responses: readonly { amountPaise: bigint }[]): bigint {
  return responses.reduce((total, { amountPaise }) => total + amountPaise, 0n);
}

function texts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
