import { groupBy } from "../stack/group-by";
import type { WireCall } from "../stack/faulty-wire";

/** One refund form whose first call went wrong, and what is known of it in the end. */
export type LostForm = {
  intentId: string;
  transactionId: string;
  /** What the person was told; null when nothing. */
  told: string | null;
  /** What a second form for the same payment was told meanwhile; null when none was tried. */
  toldSecond: string | null;
  /** Of its intent, in the end. */
  state: string;
  refundId: string | null;
  audit: readonly string[];
  /** The payment's refunds at the service, in the end. */
  refundIds: readonly string[];
};

/** `mayResend`: the service has Idempotency-Key, so that sending again under the same key is no second refund (D13). */
export type WireStory = { mayResend: boolean; forms: readonly LostForm[]; calls: readonly WireCall[] };

/**
 * Failures 3, 7 and 8: every lost answer is told as unknown, its amount stays reserved, nothing is sent again but under its
 * own key and with the same words, and each comes to the truth.
 */
export function judgeWire({ mayResend, forms, calls }: WireStory): string[] {
  const anomalies: string[] = [];
  const byKey = groupBy(calls, ({ key }) => key);
  for (const form of forms) {
    const report = (text: string): void => void anomalies.push(`form ${form.intentId}: ${text}`);
    const own = byKey.get(form.intentId) ?? [];
    byKey.delete(form.intentId);
    const [first] = own;
    if (first === undefined) {
      report("no call was made for it");
      continue;
    }
    if (form.told !== "unknown") report(`told ${form.told ?? "nothing"} after ${first.fault ?? "no fault"}`);
    if (!form.audit.includes("refund_unknown")) report("nothing says that it was unknown");
    if (form.toldSecond !== null && form.toldSecond !== "blocked") {
      report(`another refund of the payment was told ${form.toldSecond} while it was unknown`);
    }
    if (own.length > 1 && !mayResend) report(`sent ${own.length} times to a service that would do it twice`);
    if (own.some(({ body }) => body !== first.body)) report("sent again with other words");
    judgeEnd(form, own, report);
  }
  for (const [key, strange] of byKey) {
    anomalies.push(`key ${key ?? "none"}: ${strange.length} refund calls that no form was submitted for`);
  }
  return anomalies;
}

function judgeEnd(form: LostForm, own: readonly WireCall[], report: (text: string) => void): void {
  const hasReached = own.some(({ reached }) => reached);
  if (form.refundIds.length > 1) report(`it was refunded ${form.refundIds.length} times`);
  if (hasReached !== form.refundIds.length > 0) {
    report(hasReached ? "the service heard of it and has no refund" : "a refund that nobody sent");
  }
  const truth = hasReached ? "ACCEPTED" : "NOT_SENT";
  if (form.state !== truth) report(`it is ${form.state}, and the truth is ${truth}`);
  if (form.refundId !== null && !form.refundIds.includes(form.refundId)) {
    report(`it says ${form.refundId}, which is another refund`);
  }
}
