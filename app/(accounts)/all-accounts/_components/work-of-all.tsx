"use client";

import { useRowKeys } from "@/app/(dashboard)/_components/use-row-keys";
import { QueueList, type QueueListProps } from "@/components/queues/queue-list";
import type { WorkCommands } from "@/components/queues/work-list";
import type { AccountChoice } from "@/lib/accounts/account-views";
import {
  assignInAccountAction,
  finishInAccountAction,
  reopenInAccountAction,
  waitInAccountAction,
} from "../queues/actions";

/** The items of several accounts. What changes one names its account, where the person's role decides. */
export function WorkOfAll(props: Omit<QueueListProps, "commandsOf">) {
  useRowKeys();
  return <QueueList {...props} commandsOf={commandsIn} />;
}

function commandsIn(choice: AccountChoice | null): WorkCommands {
  const account = choice?.slug ?? null;
  return {
    assign: (input) => assignInAccountAction({ ...input, account }),
    wait: (input) => waitInAccountAction({ ...input, account }),
    finish: (input) => finishInAccountAction({ ...input, account }),
    reopen: (input) => reopenInAccountAction({ ...input, account }),
  };
}
