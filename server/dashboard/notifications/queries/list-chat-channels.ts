import { CHAT_EVENTS, type ChannelView } from "@/lib/notifications/chat";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listChannels } from "../store/chat-channels";
import { listRetries } from "../store/chat-messages";

/** All chat channels, without their addresses. */
export async function listChatChannels(ctx: Ctx): Promise<ChannelView[]> {
  await requirePermission(ctx, "manage_chat_channels", { kind: "chat_channel", id: "" });
  const [channels, retries] = await Promise.all([listChannels(ctx.pool), listRetries(ctx.pool)]);
  return channels.map((channel): ChannelView => {
    const { id, name, kind, language, timeZone, quiet, pausedAt, pauseCode: code, missed } = channel;
    const retry = retries.get(id);
    return {
      id,
      name,
      kind,
      host: channel.urlHost,
      end: channel.urlEnd,
      events: CHAT_EVENTS.filter((event) => channel.events.includes(event)),
      language,
      timeZone,
      quiet,
      lastSentAt: channel.lastSentAt?.toISOString() ?? null,
      retry: retry === undefined ? null : { code: retry.code, at: retry.at.toISOString() },
      paused: pausedAt === null ? null : { at: pausedAt.toISOString(), code, missed },
    };
  });
}
