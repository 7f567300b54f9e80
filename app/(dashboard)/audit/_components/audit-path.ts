import { paths } from "@/lib/paths";

const PATHS: Readonly<Record<string, (id: string) => string>> = {
  payment: paths.payment,
  transactionId: paths.payment,
  reference: (id) => paths.payments(id),
  refund: paths.refund,
  refundId: paths.refund,
  approval: paths.approval,
  approvalId: paths.approval,
  person: paths.person,
  webhook: (id) => paths.webhook(id),
  bulk_run: (id) => paths.bulkRun(id),
};

/** The page of what an entry is about, by the kind of a subject or the name of a detail; null where there is none. */
export function auditPath(kind: string, id: string): string | null {
  if (id === "" || !Object.hasOwn(PATHS, kind)) return null;
  // An endpoint that was only asked for is known by its address, which leads nowhere here.
  if (kind === "webhook" && id.includes("://")) return null;
  return PATHS[kind]?.(id) ?? null;
}
