import { dueRows, type Lanes, type Work } from "@/server/platform/due-rows/due-rows";
import { isDistributed } from "../distributed";
import type { Run } from "./runs";

export const RUN_LANES: Lanes = ["daily", "request", "command"];

type RunId = Pick<Run, "merchantId" | "id">;

/** A run that this worker has. */
export type TakenRun = RunId & Work;

export const dueRuns = dueRows<RunId, { merchant_id: number; id: bigint }, TakenRun>({
  table: "reconciliation_runs",
  key: [
    { column: "merchant_id", type: "integer", value: ({ merchantId }) => merchantId },
    { column: "id", type: "bigint", value: ({ id }) => id },
  ],
  lane: "source",
  join: { table: "merchants m", on: "m.id = t.merchant_id" },
  columns: "t.merchant_id, t.id",
  fromRow: ({ merchant_id: merchantId, id }) => ({ merchantId, id }),
  isDistributed,
});
