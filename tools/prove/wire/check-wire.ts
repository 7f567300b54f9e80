import { groupBy } from "../stack/group-by";
import type { WireCall } from "../stack/faulty-wire";

/** The final state of a form's intent in the dashboard. */
export type Intent = {
  id: string;
  state: string;
  refundId: string | null;
  requestedAt: Date;
  answeredAt: Date | null;
  audit: readonly string[];
};

/** A form: its response (null: none), and its intent, if one was written. */
export type Form = { id: string; response: string | null; intent: Intent | null };

/** A form whose first call fails, and the second form for the same payment right after it, if there was one. */
export type LostForm = Form & {
  second: Form | null;
  /** The payment's final refunds at the service. */
  refundIds: readonly string[];
};

/**
 * `mayResend`: the service supports Idempotency-Key, so that a retry under the same key is no second refund (decision
 * 0005).
 */
export type WireStory = { mayResend: boolean; forms: readonly LostForm[]; calls: readonly WireCall[] };

/** The responses allowed when nothing was sent: on a slow machine, reading the payment can take too long. */
const NOTHING_SENT: readonly (string | null)[] = [
  "not_sent",
  "blocked",
  "likely_duplicate",
  "exceeds_balance",
  null,
];

/**
 * Failures 3, 7 and 8: every lost response is reported as unknown, its amount stays reserved, retries use the same key
 * and body, and each intent gets its true outcome.
 */
export function checkWire({ mayResend, forms, calls }: WireStory): string[] {
  const anomalies: string[] = [];
  const byKey = groupBy(calls, ({ key }) => key);
  for (const form of forms) {
    const report = (text: string): void => void anomalies.push(`form ${form.id}: ${text}`);
    const own = byKey.get(form.id) ?? [];
    const ofSecond = form.second === null ? [] : (byKey.get(form.second.id) ?? []);
    byKey.delete(form.id);
    if (form.second !== null) byKey.delete(form.second.id);

    const [first] = own;
    if (first === undefined) checkUnsent(form, report);
    else checkLost(form, { own, first, mayResend }, report);
    if (form.second !== null) checkSecond(form.second, form.intent, report);
    checkRefunds(form, [own, ofSecond].filter((sent) => sent.some(({ reached }) => reached)).length, report);
  }
  for (const [key, strange] of byKey) {
    anomalies.push(`key ${key ?? "none"}: ${strange.length} refund calls that no form was submitted for`);
  }
  return anomalies;
}

function checkUnsent({ response, intent }: Form, report: (text: string) => void): void {
  if (!NOTHING_SENT.includes(response))
    report(`reported ${response ?? "nothing"}, and no call was made for it`);
  if (intent !== null && intent.state !== "NOT_SENT")
    report(`no call was made for it, and it is ${intent.state}`);
}

function checkLost(
  { response, intent }: Form,
  { own, first, mayResend }: { own: readonly WireCall[]; first: WireCall; mayResend: boolean },
  report: (text: string) => void,
): void {
  if (response !== "unknown") report(`reported ${response ?? "nothing"} after ${first.fault ?? "no fault"}`);
  if (intent?.audit.includes("refund_unknown") !== true) report("nothing says that it was unknown");
  if (own.length > 1 && !mayResend) report(`sent ${own.length} times to a service that would do it twice`);
  if (own.some(({ body }) => body !== first.body)) report("sent again with other words");
  const truth = own.some(({ reached }) => reached) ? "ACCEPTED" : "NOT_SENT";
  if (intent?.state !== truth) report(`it is ${intent?.state ?? "gone"}, and the truth is ${truth}`);
}

/**
 * A form's time is recorded before it waits for the payment's lock. The first poll of an unknown outcome comes two
 * seconds after it became unknown, so a broken reservation shows by more than this.
 */
const LOCK_WAIT_MS = 1_000;

/** While the outcome of the first was unknown, no refund of the payment could be requested. */
function checkSecond(second: Form, first: Intent | null, report: (text: string) => void): void {
  if (second.intent === null) {
    if (!NOTHING_SENT.includes(second.response))
      report(`another refund was reported ${second.response ?? "nothing"}, and has no record`);
    return;
  }
  const knownAt = first === null ? -Infinity : (first.answeredAt?.getTime() ?? Infinity);
  const isAfter = second.intent.requestedAt.getTime() + LOCK_WAIT_MS >= knownAt;
  if (!isAfter) report("another refund of the payment was accepted while it was unknown");
}

function checkRefunds(form: LostForm, sent: number, report: (text: string) => void): void {
  const { refundIds } = form;
  const known = [form.intent?.refundId ?? null, form.second?.intent?.refundId ?? null].filter(
    (id) => id !== null,
  );
  if (refundIds.length > sent) report(`refunded ${refundIds.length} times for ${sent} that were sent`);
  for (const id of refundIds) if (!known.includes(id)) report(`${id} is a refund that no form knows of`);
  for (const id of known) if (!refundIds.includes(id)) report(`it says ${id}, which is another refund`);
}
