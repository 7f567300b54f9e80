import type { WorkCommands } from "@/components/queues/work-list";
import { assignWorkAction, finishWorkAction, reopenWorkAction, waitForWorkAction } from "../actions";

/** What changes an item of the page's account. */
export const OWN_COMMANDS: WorkCommands = {
  assign: assignWorkAction,
  wait: waitForWorkAction,
  finish: finishWorkAction,
  reopen: reopenWorkAction,
};
