import { type OpenAlert, PAYMENT_ALERTS, type PaymentAlertKind } from "@/lib/contract/payment-alerts";

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
      return !earlier.some(
        (each) =>
          each.kind === kind &&
          each.detail["dispute_id"] === detail["dispute_id"] &&
          each.detail["event"] === detail["event"],
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
  const disputes = new Map<string, OpenDispute | null>();
  for (const { kind, detail } of alerts) {
    const id = detail["dispute_id"] ?? "";
    switch (kind) {
      case "charge_missing":
      case "charge_found":
        break;
      case "charged_back":
        disputes.set(id, { alert: "charged_back", detail });
        break;
      case "dispute_won":
        disputes.set(id, null);
        break;
      // It may come after the last step.
      case "dispute_opened":
        if (!disputes.has(id)) disputes.set(id, { alert: "disputed", detail });
        break;
      // Nobody demands the money any more. That it was taken stays true until it is said to be back.
      case "dispute_closed":
        if (disputes.get(id)?.alert !== "charged_back") disputes.set(id, null);
    }
  }
  const open = [...disputes.values()].filter((dispute) => dispute !== null);
  return open.find(({ alert }) => alert === "charged_back") ?? open[0] ?? null;
}

export function isChargeMissing(alerts: readonly PaymentAlert[]): boolean {
  const last = alerts.findLast(({ kind }) => kind === "charge_missing" || kind === "charge_found");
  return last?.kind === "charge_missing";
}
