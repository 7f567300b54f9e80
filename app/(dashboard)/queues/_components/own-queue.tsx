"use client";

import { QueueList, type QueueListProps } from "@/components/queues/queue-list";
import { OWN_COMMANDS } from "./own-commands";

/** A list of the page's account. */
export function OwnQueue(props: Omit<QueueListProps, "commandsOf">) {
  return <QueueList {...props} commandsOf={() => OWN_COMMANDS} />;
}
