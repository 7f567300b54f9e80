import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import type { DeliveryFilter } from "@/server/dashboard/webhooks/queries/list-deliveries";

export type DeliveryParams = Record<string, string | string[] | undefined>;

/** The filter in the address, without the values that no filter knows: what is shown is what the service gets. */
export type ShownFilter = {
  status: string;
  event: string;
  reference: string;
  /** In the format of `datetime-local`, in UTC. */
  from: string;
  until: string;
  cursor: string;
};

const NAMES = ["status", "event", "reference", "from", "until", "cursor"] as const;

export function shownFilter(params: DeliveryParams): ShownFilter {
  const [status = "", event = "", reference = "", from = "", until = "", cursor = ""] = NAMES.map((name) => {
    const value = params[name];
    return typeof value === "string" ? value : "";
  });
  return {
    status: WEBHOOK_DELIVERY_STATUSES.find((one) => one === status) ?? "",
    event: WEBHOOK_EVENTS.find((one) => one === event) ?? "",
    reference,
    from: instantOf(from) === null ? "" : from,
    until: instantOf(until) === null ? "" : until,
    cursor,
  };
}

/** The filter as query parameters; empty fields are omitted. */
export function queryOf(filter: ShownFilter): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}

export function isFiltered({ cursor: _, ...filter }: ShownFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

/** The filter for the service. */
export function filterOf(shown: ShownFilter): DeliveryFilter {
  return {
    status: WEBHOOK_DELIVERY_STATUSES.find((one) => one === shown.status) ?? null,
    event: WEBHOOK_EVENTS.find((one) => one === shown.event) ?? null,
    merchant_transaction_id: shown.reference === "" ? null : shown.reference,
    from: instantOf(shown.from),
    until: instantOf(shown.until),
    cursor: shown.cursor === "" ? null : shown.cursor,
  };
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

function instantOf(utc: string): string | null {
  if (!LOCAL.test(utc)) return null;
  const at = new Date(`${utc}Z`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
