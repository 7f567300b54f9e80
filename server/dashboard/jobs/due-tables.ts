import { type DueRows, dueRows, type Work } from "@/server/platform/due-rows/due-rows";

/** A row by its id; one of a table with lanes, such as those of services, also by its lane. */
type DueId = { id: string; lane?: string };

/** A row that a worker has. */
export type TakenRow = { id: string; lane: string } & Work;

/** The lane of the rows of a table that has no others. */
export const ONE_LANE = "all";

type Key = { column: string; type?: string; lane?: string };

/** `lane`: the column of the lane, where a table has several; it may be a part of the key. */
function dueTable(
  table: string,
  { column, type = "uuid", lane }: Key = { column: "id" },
): DueRows<DueId, TakenRow> {
  const id = { column, type, value: (of: DueId) => of.id };
  const ofLane = lane === undefined || lane === column ? [] : [{ column: lane, type: "text", value: laneOf }];
  return dueRows({
    table,
    key: [...ofLane, id],
    lane: lane ?? null,
    join: null,
    columns: `t.${column} as id, ${lane === undefined ? `'${ONE_LANE}'` : `t.${lane}`} as lane`,
    fromRow: ({ id, lane: of }: { id: string; lane: string }) => ({ id, lane: of }),
  });
}

const laneOf = ({ lane }: DueId): string => lane ?? ONE_LANE;

/** The tables whose rows are their own jobs (decision 0404). */
export const dueIntents = dueTable("refund_intents");
/** A worker takes only those of its service: the lanes are addresses. */
export const dueTracked = dueTable("tracked_refunds", {
  column: "refund_id",
  type: "text",
  lane: "service_address",
});
export const dueCancellations = dueTable("cancellations");
export const dueApprovals = dueTable("approval_requests");
export const dueRuns = dueTable("bulk_runs");
export const dueCancelPolls = dueTable("bulk_cancel_polls", { column: "run_id" });
export const dueEvents = dueTable("notification_events");
export const dueEmails = dueTable("email_turns", { column: "person_id" });
export const dueChats = dueTable("chat_turns", { column: "channel_id" });
export const dueExports = dueTable("export_schedules");
export const dueExportRuns = dueTable("export_runs");
export const dueVerifications = dueTable("audit_verifications");
/** What recurs by the clock (decision 0399): each is a lane of its own. */
export const schedules = dueTable("schedules", { column: "task", type: "text", lane: "task" });
