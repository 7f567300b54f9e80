"use server";

import { redirect } from "next/navigation";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { everyAccount } from "@/server/dashboard/accounts/every-account";
import { stopEmails } from "@/server/dashboard/notifications/commands/stop-emails";
import { getRuntime } from "@/server/dashboard/runtime";

/** Stops the e-mails of the token's person, and shows the page again, which reads what holds now. */
export async function stopEmailsAction(form: FormData): Promise<void> {
  const token = textOf(form, "token");
  await stopEmails(await everyAccount(getRuntime()), token);
  redirect(paths.unsubscribe(token));
}
