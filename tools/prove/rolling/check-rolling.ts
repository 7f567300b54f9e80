import { formatPaise } from "@/lib/money";

/** One request. `fault`: how it failed; null when it was answered as it should be. */
export type Sample = { request: string; ms: number; fault: string | null };

export type SentRefund = { refundId: string; amountPaise: bigint };

/** All observations of one run. */
export type Seen = {
  replaced: number;
  samples: readonly Sample[];
  /** Every refund that was reported as accepted, with its last status. */
  refunds: readonly (SentRefund & { status: string })[];
  /** What the service has refunded of their payments in all. */
  refundedPaise: bigint;
};

/** Fewer would not have met the moment in which a process stops. */
const LEAST_SAMPLES = 10;
const REQUESTS = ["payment", "status", "refund", "form", "page", "signIn"];
const SHOWN = 200;

export function checkRolling({ samples, refunds, refundedPaise }: Seen): string[] {
  const rare = REQUESTS.filter(
    (name) => samples.filter(({ request }) => request === name).length < LEAST_SAMPLES,
  );
  const failed = samples.flatMap(({ request, fault }) =>
    fault === null ? [] : [`a request failed: ${request}: ${fault.slice(0, SHOWN)}`],
  );
  const acceptedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  const unfinished = refunds.filter(({ status }) => status !== "SUCCESS");
  return [
    ...rare.map((name) => `fewer than ${LEAST_SAMPLES} requests of the kind ${name}`),
    ...failed,
    ...unfinished.map(({ refundId, status }) => `refund ${refundId} ended as ${status}`),
    ...(refundedPaise === acceptedPaise
      ? []
      : [`${formatPaise(acceptedPaise)} were accepted, and ${formatPaise(refundedPaise)} refunded`]),
  ];
}
