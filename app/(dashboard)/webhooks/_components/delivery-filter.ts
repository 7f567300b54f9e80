import { WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { DELIVERY_STATES, type DeliveryState } from "@/lib/webhooks";
import type { DeliveryFilter } from "@/server/dashboard/webhooks/queries/list-deliveries";

export type DeliveryParams = Record<string, string | string[] | undefined>;

/** The filter in the address, without the values that no filter knows: what is shown is what the service gets. */
export type ShownFilter = {
  status: DeliveryState | "";
  event: string;
  reference: string;
  /** The format is that of `datetime-local`, in UTC. */
  from: string;
  until: string;
  /** "only": what waits behind a paused endpoint. */
  queued: "only" | "";
  cursor: string;
};

const NAMES = ["status", "event", "reference", "from", "until", "queued", "cursor"] as const;

export function shownFilter(params: DeliveryParams): ShownFilter {
  const [status = "", event = "", reference = "", from = "", until = "", queued = "", cursor = ""] =
    NAMES.map((name) => {
      const value = params[name];
      return typeof value === "string" ? value : "";
    });
  return {
    status: DELIVERY_STATES.find((one) => one === status) ?? "",
    event: WEBHOOK_EVENTS.find((one) => one === event) ?? "",
    reference,
    from: instantOf(from) === null ? "" : from,
    until: instantOf(until) === null ? "" : until,
    queued: queued === "only" ? "only" : "",
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
    ...statusOf(shown.status),
    event: WEBHOOK_EVENTS.find((one) => one === shown.event) ?? null,
    merchant_transaction_id: shown.reference === "" ? null : shown.reference,
    from: instantOf(shown.from),
    until: instantOf(shown.until),
    ...(shown.queued === "only" && { queued: true }),
    cursor: shown.cursor === "" ? null : shown.cursor,
  };
}

/** Pending deliveries are divided by whether they are retried. */
function statusOf(state: ShownFilter["status"]): Pick<DeliveryFilter, "status" | "retrying"> {
  if (state === "") return { status: null };
  if (state === "WAITING" || state === "RETRYING") {
    return { status: "WAITING", retrying: state === "RETRYING" };
  }
  return { status: state };
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

function instantOf(utc: string): string | null {
  if (!LOCAL.test(utc)) return null;
  const at = new Date(`${utc}Z`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
