"use server";

import type {
  AssignWorkInput,
  FinishWorkInput,
  WaitInput,
  WorkOutcomeView,
  WorkTargetInput,
} from "@/lib/queues/work-views";
import { ownAccounts } from "@/server/dashboard/context";
import { assignWork } from "@/server/dashboard/queues/commands/assign-work";
import { finishWork } from "@/server/dashboard/queues/commands/finish-work";
import { reopenWork } from "@/server/dashboard/queues/commands/reopen-work";
import { waitForWork } from "@/server/dashboard/queues/commands/wait-for-work";
import { inNamedAccount } from "../_read/in-named-account";

/** The slug of the item's account; null for the first. The address of these pages names none. */
type InAccount<Input> = Input & { account: string | null };

export async function assignInAccountAction(input: InAccount<AssignWorkInput>): Promise<WorkOutcomeView> {
  return inNamedAccount(await ownAccounts(), input, assignWork);
}

export async function waitInAccountAction(input: InAccount<WaitInput>): Promise<WorkOutcomeView> {
  return inNamedAccount(await ownAccounts(), input, waitForWork);
}

export async function finishInAccountAction(input: InAccount<FinishWorkInput>): Promise<WorkOutcomeView> {
  return inNamedAccount(await ownAccounts(), input, finishWork);
}

export async function reopenInAccountAction(input: InAccount<WorkTargetInput>): Promise<WorkOutcomeView> {
  return inNamedAccount(await ownAccounts(), input, reopenWork);
}
