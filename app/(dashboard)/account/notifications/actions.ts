"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { sendTestEmail } from "@/server/dashboard/notifications/commands/send-test-email";
import {
  resetNotificationSettings,
  saveNotificationSettings,
} from "@/server/dashboard/notifications/commands/save-settings";

export type SettingsState = {
  attempt: number;
  outcome: { kind: "saved" | "quiet_times" | "signed_out" | "queued" | "too_soon" | "no_mail" };
} | null;

export async function saveSettingsAction(earlier: SettingsState, form: FormData): Promise<SettingsState> {
  const attempt = (earlier?.attempt ?? 0) + 1;
  const ctx = await currentCtx();
  if (ctx === null) return { attempt, outcome: { kind: "signed_out" } };
  if (textOf(form, "do") === "test") return { attempt, outcome: { kind: await sendTestEmail(ctx) } };
  const outcome =
    textOf(form, "do") === "reset"
      ? await resetNotificationSettings(ctx)
      : await saveNotificationSettings(ctx, (name) => textOf(form, name));
  revalidatePath(paths.notificationSettings());
  return { attempt, outcome };
}
