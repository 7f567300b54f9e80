import { type OpsRefusal, refuseOpsFields } from "./handler";

/** A cursor that no page of this merchant's list has handed out. */
export function refuseCursor(): OpsRefusal {
  return refuseOpsFields([{ field: "cursor", text: "Must be the next_cursor of a page of this list." }]);
}
