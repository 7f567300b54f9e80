import type { ServiceError } from "@/lib/service-error";
import type { WorkOutcome } from "@/lib/queues/work-kinds";
import type { BoundedCount } from "@/lib/overview/overview-views";
import type { OpenItem } from "./work-item";

/** An item as its kind lists it; the rest of its key is that of the kind and of the service. */
export type ServiceItem = Omit<OpenItem, "kind" | "serviceAddress">;

export type ServiceList =
  /**
   * Oldest first. `until`: items up to then that are missing have left, and later ones are on the next page; null: nothing
   * is known about those that are missing.
   */
  | { kind: "found"; items: ServiceItem[]; until: Date | null }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError };

export type ServiceFinding =
  | { kind: "open"; item: ServiceItem }
  | { kind: "ended"; outcome: WorkOutcome }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError };

/**
 * A kind whose items the payment service lists. People's decisions about them are stored with the item as it was then,
 * so that it is shown while the service does not respond.
 */
export type ServiceKind<ListContext, Context> = {
  /** Open items from a time on, oldest first: a page of at most some hundred. It asks for no permission of its own. */
  list: (ctx: ListContext, from: Date | null) => Promise<ServiceList>;
  /** One item as it is now: it is read before each change. */
  find: (services: Context, itemId: string) => Promise<ServiceFinding>;
  /** For counters, on every page: cached, so that the service is called no more often than now. Null: not known. */
  count: (ctx: ListContext) => Promise<BoundedCount | null>;
};
