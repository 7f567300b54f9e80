import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import { lockChannel, pauseChannel } from "./chat-channels";
import { giveUpWaiting } from "./chat-messages";
import { notify } from "./notify";

/**
 * Pauses a channel that keeps failing, gives up what waits for it, and notifies admins: in the caller's transaction, so
 * all of it or nothing. Nothing happens when it is paused or deleted already.
 */
export async function stopChannel(
  db: Db,
  channelId: string,
  failure: { at: Date; code: string; messageId: string },
): Promise<void> {
  const { at, code } = failure;
  const channel = await lockChannel(db, channelId);
  if (channel === null || channel.pausedAt !== null) return;
  const missed = await giveUpWaiting(db, channelId, { at, error: code });
  await pauseChannel(db, channelId, { at, code, missed });
  await recordAudit(db, {
    at,
    actor: "system",
    action: "chat_channel_paused",
    subject: { kind: "chat_channel", id: channelId },
    detail: { what: channel.name, why: code, count: missed },
  });
  await notify(db, {
    event: "chat_channel_paused",
    detail: { channelId, name: channel.name },
    at,
    to: "everybody_permitted",
    dedupeKey: `chat_channel_paused:${failure.messageId}`,
  });
}
