import type { OpsRead } from "@/lib/ops-outcomes";
import type { DeliveryPage } from "@/server/dashboard/webhooks/queries/list-deliveries";

/** Whether the list may change soon: a delivery is pending, or the list could not be read. */
export function isUnderWay(read: OpsRead<DeliveryPage> | null): boolean {
  if (read === null) return false;
  if (read.kind === "service_error") return true;
  if (read.kind !== "found") return false;
  const { deliveries, queues } = read.value;
  return queues.length > 0 || deliveries.some(({ state }) => state === "WAITING" || state === "RETRYING");
}
