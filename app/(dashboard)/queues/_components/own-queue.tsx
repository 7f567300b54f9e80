"use client";

import { QueueList, type QueueListProps } from "@/components/queues/queue-list";
import type { WorkCommands } from "@/components/queues/work-list";
import { assignWorkAction, finishWorkAction, reopenWorkAction, waitForWorkAction } from "../actions";

const COMMANDS: WorkCommands = {
  assign: assignWorkAction,
  wait: waitForWorkAction,
  finish: finishWorkAction,
  reopen: reopenWorkAction,
};

/** A list of the page's account. */
export function OwnQueue(props: Omit<QueueListProps, "commandsOf">) {
  return <QueueList {...props} commandsOf={() => COMMANDS} />;
}
