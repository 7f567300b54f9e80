"use server";

import type { FindLinesOfAllOutcome } from "@/lib/all-accounts/views";
import { ownAccounts } from "@/server/dashboard/context";
import { findLinesOfAll } from "../_read/find-lines";

/** Sends the lines by POST, because they may be contacts. The reading of each account follows when it is there. */
export async function findLinesOfAllAction(text: string): Promise<FindLinesOfAllOutcome> {
  const accounts = await ownAccounts();
  return accounts === null ? { kind: "signed_out" } : findLinesOfAll(accounts, text);
}
