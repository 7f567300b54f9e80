import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { currentLocale, translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { currentTimeZone } from "@/components/time-zone/server";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listChatChannels } from "@/server/dashboard/notifications/queries/list-chat-channels";
import { viewLimits } from "@/server/dashboard/notifications/queries/notification-limits";
import { ChannelsEditor } from "./_components/channels-editor";
import { LimitsForm } from "./_components/limits-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("channels"))("title") };
}

export default async function ChannelsPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.channels());
  const t = await translator("channels");
  const [channels, limits] = await Promise.all([
    orForbidden(listChatChannels(ctx)),
    orForbidden(viewLimits(ctx)),
  ]);
  if (channels === null || limits === null) {
    return (
      <>
        <PageHeader title={t("title")} about={t("about")} />
        <Forbidden role={ctx.actor.role} permission="manage_chat_channels" />
      </>
    );
  }
  const place = { language: await currentLocale(), timeZone: await currentTimeZone() };
  return (
    <Messages areas={["channels", "notifications"]}>
      <ChannelsEditor channels={channels} place={place} />
      <div className="mt-6 max-w-3xl">
        <LimitsForm view={limits} />
      </div>
    </Messages>
  );
}
