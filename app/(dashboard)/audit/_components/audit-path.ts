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
  runId: (id) => paths.bulkRun(id),
};

/** The page of an entry's subject, by the kind of subject or the name of a detail; null if there is none. */
export function auditPath(kind: string, id: string): string | null {
  if (id === "" || !Object.hasOwn(PATHS, kind)) return null;
  // An endpoint that was only requested is known by its URL, and the list of all by "list": neither has a page by id.
  if (kind === "webhook" && (id.includes("://") || id === "list")) return null;
  return PATHS[kind]?.(id) ?? null;
}
