import { type DisputeAlertKind, type OpenAlert, type PaymentAlertKind } from "@/lib/contract/payment-alerts";

/** An event of a payment that concerns its money after its status was final. */
export type PaymentAlert = { kind: PaymentAlertKind; detail: Record<string, string | null> };

/**
 * What an alert says beside the earlier ones, whatever their order (failure 28). `later`: the same step of a dispute at a later time of
 * the vendor, which changes nothing now, but decides about what comes late.
 */
export function noveltyOf(earlier: readonly PaymentAlert[], alert: PaymentAlert): "new" | "later" | "known" {
  switch (alert.kind) {
    case "charge_missing":
      return isChargeMissing(earlier) ? "known" : "new";
    case "charge_found":
      return isChargeMissing(earlier) ? "new" : "known";
    case "dispute_opened":
    case "charged_back":
    case "dispute_won":
    case "dispute_closed": {
      const same = earlier.filter((each) => isSameStep(each, alert));
      if (same.length === 0) return "new";
      if (same.some((each) => timeOf(each) >= timeOf(alert))) return "known";
      return hasDisputeMoved(earlier, alert) ? "new" : "later";
    }
  }
}

export function isSameStep(one: PaymentAlert, other: PaymentAlert): boolean {
  const isSame = (name: string): boolean => one.detail[name] === other.detail[name];
  return one.kind === other.kind && isSame("dispute_id") && isSame("event");
}

/** What is to be said about the money now, the worst of it; null: nothing. */
export function openAlertOf(alerts: readonly PaymentAlert[]): OpenAlert | null {
  return isChargeMissing(alerts) ? "charge_missing" : (openDisputeOf(alerts)?.alert ?? null);
}

type OpenDispute = { alert: "charged_back" | "disputed"; detail: PaymentAlert["detail"] };

/** The worst dispute, with its last step; null when none is open or lost. */
export function openDisputeOf(alerts: readonly PaymentAlert[]): OpenDispute | null {
  const ids = new Set(alerts.filter(isStep).map(disputeIdOf));
  const open = [...ids].flatMap((id) => outcomeOf(alerts, id) ?? []);
  return open.find(({ alert }) => alert === "charged_back") ?? open[0] ?? null;
}

type Step = PaymentAlert & { kind: DisputeAlertKind };
const isStep = (alert: PaymentAlert): alert is Step =>
  alert.kind !== "charge_missing" && alert.kind !== "charge_found";
const disputeIdOf = ({ detail }: PaymentAlert): string => detail["dispute_id"] ?? "";
/** The vendor's time of a step, ISO 8601 in UTC; empty: it names none. */
const timeOf = ({ detail }: PaymentAlert): string => detail["changed_at"] ?? "";

/** Reads the steps in the order of the vendor's times; a step without one belongs after those that came before it. */
function outcomeOf(alerts: readonly PaymentAlert[], disputeId: string): OpenDispute | null {
  let newest = "";
  const steps = alerts
    .filter(isStep)
    .filter((step) => disputeIdOf(step) === disputeId)
    .map((step) => {
      const at = timeOf(step) === "" ? newest : timeOf(step);
      if (at > newest) newest = at;
      return { step, at };
    })
    .sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at));
  let open: OpenDispute | null | undefined;
  let before = "";
  for (const { step, at } of steps) {
    open = afterStep(open, step, before !== "" && at > before);
    before = at;
  }
  return open ?? null;
}

/** `before`: undefined where this is the first step, null after an end. `isLater`: by the vendor's time. */
function afterStep(
  before: OpenDispute | null | undefined,
  { kind, detail }: Step,
  isLater: boolean,
): OpenDispute | null {
  switch (kind) {
    case "charged_back":
      return { alert: "charged_back", detail };
    case "dispute_won":
      return null;
    // It may come after the end, unless its vendor says that it was later: the dispute is open again.
    case "dispute_opened":
      if (before === undefined || (before === null && isLater)) return { alert: "disputed", detail };
      return before;
    // Nobody demands the money any more. That it was taken stays true until it is said to be back.
    case "dispute_closed":
      return before?.alert === "charged_back" ? before : null;
  }
}

/** What a step makes of its dispute where nothing later is known. */
const SAYS = {
  dispute_opened: "disputed",
  charged_back: "charged_back",
  dispute_won: null,
  dispute_closed: null,
} as const satisfies Record<DisputeAlertKind, OpenDispute["alert"] | null>;

/**
 * What receivers are told of an alert, as the newest that they know: the alert; or, of a step that comes late, how the dispute stands by
 * it, and null where it stands as before. By the vendor's times; without one, an announcement is late wherever it does not come first.
 */
export function toldOf(earlier: readonly PaymentAlert[], alert: PaymentAlert): PaymentAlert | null {
  if (!isStep(alert)) return alert;
  const id = disputeIdOf(alert);
  const now = outcomeOf([...earlier, alert], id);
  if ((now?.alert ?? null) === SAYS[alert.kind] || !isLate(earlier, alert)) return alert;
  if (now === null || !hasDisputeMoved(earlier, alert)) return null;
  return { kind: now.alert === "disputed" ? "dispute_opened" : now.alert, detail: now.detail };
}

function isLate(earlier: readonly PaymentAlert[], step: Step): boolean {
  const at = timeOf(step);
  if (at === "") return step.kind === "dispute_opened";
  return earlier.some(
    (each) => isStep(each) && disputeIdOf(each) === disputeIdOf(step) && timeOf(each) >= at,
  );
}

/** A step that came before says something new when the dispute was opened, or ended, again. */
function hasDisputeMoved(earlier: readonly PaymentAlert[], alert: PaymentAlert): boolean {
  const alertOf = (alerts: readonly PaymentAlert[]) => outcomeOf(alerts, disputeIdOf(alert))?.alert;
  return alertOf(earlier) !== alertOf([...earlier, alert]);
}

export function isChargeMissing(alerts: readonly PaymentAlert[]): boolean {
  const last = alerts.findLast(({ kind }) => kind === "charge_missing" || kind === "charge_found");
  return last?.kind === "charge_missing";
}
