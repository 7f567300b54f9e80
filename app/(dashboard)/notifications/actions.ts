"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { readNotifications } from "@/server/dashboard/notifications/commands/read-notifications";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";

/** `unread`: afterwards. */
type ReadAllOutcome = { kind: "read"; unread: number } | { kind: "signed_out" };

export async function readAllAction(form: FormData): Promise<ReadAllOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  await readNotifications(ctx, { upTo: textOf(form, "upTo") });
  revalidatePath(paths.notifications());
  return { kind: "read", unread: await countUnreadNotifications(ctx) };
}
