import { type OpsRefusal, refuseOpsFields } from "./handler";

/** The refusal of a cursor that no page of this merchant's list has returned. */
export function refuseCursor(): OpsRefusal {
  return refuseOpsFields([{ field: "cursor", text: "Must be the next_cursor of a page of this list." }]);
}
