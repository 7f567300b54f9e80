"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { readNotifications } from "@/server/dashboard/notifications/commands/read-notifications";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";

/** The number that is unread afterwards; null when signed out. */
export async function readAllAction(form: FormData): Promise<number | null> {
  const ctx = await currentCtx();
  if (ctx === null) return null;
  await readNotifications(ctx, { upTo: textOf(form, "upTo") });
  revalidatePath(paths.notifications());
  return countUnreadNotifications(ctx);
}
