"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import {
  resetNotificationSettings,
  saveNotificationSettings,
} from "@/server/dashboard/notifications/commands/save-settings";

export type SettingsState = { attempt: number; outcome: { kind: "saved" | "signed_out" } } | null;

export async function saveSettingsAction(earlier: SettingsState, form: FormData): Promise<SettingsState> {
  const attempt = (earlier?.attempt ?? 0) + 1;
  const ctx = await currentCtx();
  if (ctx === null) return { attempt, outcome: { kind: "signed_out" } };
  if (textOf(form, "do") === "reset") await resetNotificationSettings(ctx);
  else await saveNotificationSettings(ctx, (name) => textOf(form, name) === "on");
  revalidatePath(paths.notificationSettings());
  return { attempt, outcome: { kind: "saved" } };
}
