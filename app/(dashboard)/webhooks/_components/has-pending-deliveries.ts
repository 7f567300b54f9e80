import type { OpsRead } from "@/lib/ops-outcomes";
import type { DeliveryPage } from "@/server/dashboard/webhooks/queries/list-deliveries";

/** Whether the list may change soon: a delivery is pending, or the list could not be read. */
export function isUnderWay(read: OpsRead<DeliveryPage> | null): boolean {
  if (read === null) return false;
  if (read.kind === "trouble") return true;
  return read.kind === "found" && read.value.deliveries.some(({ status }) => status === "WAITING");
}
