import { BULK_ROW_STATES, type BulkRowState, type BulkRunPage, type BulkRunView } from "@/lib/bulk";
import { run, RUN_ID } from "./data";

const none = Object.fromEntries(BULK_ROW_STATES.map((state) => [state, 0])) as Record<BulkRowState, number>;

export const bulkRun: BulkRunView = {
  ...run,
  runId: RUN_ID,
  state: "checked",
  actingPerson: null,
  startedAt: null,
  endedAt: null,
  pauseCause: null,
  waitsUntil: null,
  serviceError: null,
  counts: { ...none, ready: 120, problem: 4, likely_duplicate: 4 },
  leftToPeople: 0,
  totals: [
    { currency: "INR", amount: "184320.50", testAmount: null },
    { currency: "USD", amount: "312.00", testAmount: "12.00" },
  ],
  outcomes: [],
};

export const bulkPage: BulkRunPage = {
  run: bulkRun,
  ignoredColumns: [],
  mayRun: true,
  isApprovalNeeded: false,
  isOnHold: false,
  approval: null,
  isOtherService: false,
  sign: "",
  asked: { rows: 12, sign: "" },
  sameFile: null,
};
