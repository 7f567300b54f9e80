import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { currentLocale, translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { currentTimeZone } from "@/components/time-zone/server";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { readNotificationSettings } from "@/server/dashboard/notifications/queries/read-settings";
import { SettingsForm } from "./_components/settings-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("notifications"))("choices.title") };
}

export default async function NotificationSettingsPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.notificationSettings());
  const t = await translator("notifications");
  const settings = await readNotificationSettings(ctx, {
    language: await currentLocale(),
    timeZone: await currentTimeZone(),
  });
  return (
    <Messages areas={["notifications"]}>
      <PageHeader title={t("choices.title")} about={t("choices.about")} />
      <SettingsForm settings={settings} />
    </Messages>
  );
}
