import type { WorkItemView } from "@/lib/queues/work-views";
import { AT, REFERENCE, TRANSACTION_ID } from "./data";

export const WORK_ITEM: WorkItemView = {
  kind: "refund",
  itemId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c01",
  team: "finance",
  condition: "refund_unknown",
  since: AT,
  reference: REFERENCE,
  transactionId: TRANSACTION_ID,
  money: { amount: "149900.00", currency: "INR" },
  isTest: false,
  who: "Asha Rao",
  why: null,
  isForOthers: false,
  href: "/refunds/requests/0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c01",
  version: 1,
  mark: "unknown",
  assignee: null,
  state: "open",
  reason: null,
  stateBy: null,
  stateAt: null,
  returnsAt: null,
  back: null,
  mayWork: true,
  mayFinish: true,
};
