import { type Protected, without } from "./protected";

const TEST = "server/dashboard/queues/commands/work-queues.db.test.ts";
const ASSIGN = "server/dashboard/queues/commands/assign-work.db.test.ts";
const CHANGE = "server/dashboard/queues/commands/change-work.ts";

/** Work queues (decision 0287). */
export const QUEUES: readonly Protected[] = [
  {
    row: 95,
    fault: "two people take one item of a queue at once",
    test: { file: TEST, name: "that two people take at once belongs to one, and the other sees to whom" },
    also: ["e2e/queues.spec.ts"],
    ...without(
      "the comparison of versions in the statement that stores the change",
      "server/dashboard/queues/store/work-items.ts",
      "\n     where w.version = $4`,",
      "`,",
    ),
  },
  {
    row: 96,
    fault: "a stale tab assigns an item of a queue, or sets it done",
    test: { file: TEST, name: "is not changed by a page that is older than the last change" },
    also: ["e2e/queues.spec.ts"],
    ...without("the comparison of versions", CHANGE, "if (item.version !== version) return changed;"),
  },
  {
    row: 97,
    fault: "kill -9 between the assignment of an item and its notification",
    test: {
      file: ASSIGN,
      name: "before any statement of an assignment leaves it with its audit entry and its notification, or none of them",
    },
    ...without(
      "the notification in the assignment’s transaction",
      CHANGE,
      "await notifyAssignee(db, item,",
      "await notifyAssignee(ctx.pool, item,",
    ),
  },
  {
    row: 98,
    fault: "“done” hides a refund of unknown outcome",
    test: { file: TEST, name: "is back, and says why, when its time is over or its condition changes" },
    ...without(
      "the comparison of conditions and times",
      "server/dashboard/queues/store/items-sql.ts",
      "and w.mark = o.mark and (w.returns_at is null or w.returns_at > $1::timestamptz)",
      "",
    ),
  },
];
