import {
  type DisputeAlertKind,
  type OpenAlert,
  PAYMENT_ALERTS,
  type PaymentAlertKind,
} from "@/lib/contract/payment-alerts";

/** An event of a payment that concerns its money after its status was final. */
export type PaymentAlert = { kind: PaymentAlertKind; detail: Record<string, string | null> };

export function isAlertKind(kind: string): kind is PaymentAlertKind {
  return PAYMENT_ALERTS.some((known) => known === kind);
}

/** Whether an alert says something new beside the earlier ones, in the order in which they came (failure 28). */
export function isNewAlert(earlier: readonly PaymentAlert[], { kind, detail }: PaymentAlert): boolean {
  switch (kind) {
    case "charge_missing":
      return !isChargeMissing(earlier);
    case "charge_found":
      return isChargeMissing(earlier);
    case "dispute_opened":
    case "charged_back":
    case "dispute_won":
    case "dispute_closed":
      return (
        !earlier.some(
          (each) =>
            each.kind === kind &&
            each.detail["dispute_id"] === detail["dispute_id"] &&
            each.detail["event"] === detail["event"],
        ) || hasDisputeMoved(earlier, { kind, detail })
      );
  }
}

/** What is to be said about the money now, the worst of it; null: nothing. */
export function openAlertOf(alerts: readonly PaymentAlert[]): OpenAlert | null {
  return isChargeMissing(alerts) ? "charge_missing" : (openDisputeOf(alerts)?.alert ?? null);
}

export type OpenDispute = { alert: "charged_back" | "disputed"; detail: PaymentAlert["detail"] };

/** The worst dispute, with its last step; null when none is open or lost. */
export function openDisputeOf(alerts: readonly PaymentAlert[]): OpenDispute | null {
  const open = [...disputesOf(alerts).values()].flatMap(({ open }) => open ?? []);
  return open.find(({ alert }) => alert === "charged_back") ?? open[0] ?? null;
}

/** `changedAt`: the vendor's time of the last step, ISO 8601 in UTC; empty: it names none. */
type Dispute = { open: OpenDispute | null; changedAt: string };

function disputesOf(alerts: readonly PaymentAlert[]): Map<string, Dispute> {
  const disputes = new Map<string, Dispute>();
  for (const { kind, detail } of alerts) {
    if (kind === "charge_missing" || kind === "charge_found") continue;
    const id = detail["dispute_id"] ?? "";
    const changedAt = detail["changed_at"] ?? "";
    const before = disputes.get(id);
    const hasTimes = changedAt !== "" && before !== undefined && before.changedAt !== "";
    if (hasTimes && changedAt < before.changedAt) continue;
    const isLater = hasTimes && changedAt > before.changedAt;
    const open = afterStep(before?.open, { kind, detail }, isLater);
    disputes.set(id, { open, changedAt: changedAt === "" ? (before?.changedAt ?? "") : changedAt });
  }
  return disputes;
}

/** `before`: undefined where this is the first step, null after an end. `isLater`: by the vendor's time. */
function afterStep(
  before: OpenDispute | null | undefined,
  { kind, detail }: { kind: DisputeAlertKind; detail: PaymentAlert["detail"] },
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

/** A step that came before says something new when the dispute was opened, or ended, again. */
function hasDisputeMoved(earlier: readonly PaymentAlert[], alert: PaymentAlert): boolean {
  const alertOf = (alerts: readonly PaymentAlert[]) =>
    disputesOf(alerts).get(alert.detail["dispute_id"] ?? "")?.open?.alert;
  return alert.detail["changed_at"] !== undefined && alertOf(earlier) !== alertOf([...earlier, alert]);
}

export function isChargeMissing(alerts: readonly PaymentAlert[]): boolean {
  const last = alerts.findLast(({ kind }) => kind === "charge_missing" || kind === "charge_found");
  return last?.kind === "charge_missing";
}
