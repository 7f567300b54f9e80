import { paths } from "../paths";
import type { Team } from "./work-kinds";
import type { WorkOrder, WorkOwner, WorkState } from "./work-views";

type QueueFilter = { team: Team | null; state: WorkState; owner: WorkOwner };
type QueuePage = QueueFilter & { order?: WorkOrder; cursor?: string };

/** Where an account's own queue is, without what is the default. What is assigned to the viewer has one assignee. */
export function queuePath({ team, state, owner, order, cursor }: QueuePage): string {
  return paths.queues({
    team: team ?? undefined,
    state: state === "open" ? undefined : state,
    owner: owner === "all" || team === null ? undefined : owner,
    order: order === "money" ? order : undefined,
    cursor,
  });
}
