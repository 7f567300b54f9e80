import { z } from "zod";
import type { ChannelOutcome } from "@/lib/notifications/chat";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { chatBody, composeChatTest } from "../chat/compose-chat";
import {
  claimTest,
  deleteChannel as deleteStored,
  findChannel,
  lockChannel,
  pauseChannel as pauseStored,
  resumeChannel as resumeStored,
  type StoredChannel,
} from "../store/chat-channels";
import { giveUpWaiting } from "../store/chat-messages";
import { channelLine } from "./save-channel";

/** The pause between two tests of a channel, in milliseconds: the button must not flood a chat. */
const TEST_PAUSE_MS = 5_000;

const inputSchema = z.object({ id: z.uuid() });

/** Sends a test message and returns its result. It also works for a paused channel, which stays paused. */
export async function testChannel(ctx: Ctx, input: unknown): Promise<ChannelOutcome> {
  const id = await authorized(ctx, input);
  if (typeof id !== "string") return id;
  const { pool, clock, chat, vault } = ctx;
  const channel = await findChannel(pool, id);
  if (channel === null) return { kind: "not_found" };
  const at = clock.now();
  const before = new Date(at.getTime() - TEST_PAUSE_MS);
  if (!(await claimTest(pool, id, { at, before }))) return { kind: "too_soon" };
  const { name, language, kind } = channel;
  const content = composeChatTest(name, { language, accountName: await ctx.accountLabel(ctx.account.id) });
  const url = vault.open(channel.sealedUrl, id);
  const outcome =
    url === null
      ? ({ kind: "refused", code: "unreadable" } as const)
      : await chat.send({ url, body: chatBody(kind, content) });
  const code = outcome.kind === "sent" ? null : outcome.code;
  await record(ctx, pool, "chat_channel_tested", { id, detail: { what: name, status: code ?? "sent" } });
  if (code === null) return { kind: "test_sent", name };
  const mayHaveArrived = outcome.kind === "unavailable" && outcome.mayHaveArrived;
  return { kind: "test_failed", name, code, mayHaveArrived };
}

/** Stops sending to a channel; what waits for it is not sent later. Safe to repeat. */
export function pauseChannel(ctx: Ctx, input: unknown): Promise<ChannelOutcome> {
  return change(ctx, input, async (db, channel) => {
    if (channel.pausedAt !== null) return "saved";
    const at = ctx.clock.now();
    const missed = await giveUpWaiting(db, channel.id, { at, error: "paused" });
    await pauseStored(db, channel.id, { at, code: null, missed });
    await record(ctx, db, "chat_channel_paused", {
      id: channel.id,
      detail: { what: channel.name, count: missed },
    });
    return "saved";
  });
}

/** Sends again what happens from now on. Safe to repeat. */
export function resumeChannel(ctx: Ctx, input: unknown): Promise<ChannelOutcome> {
  return change(ctx, input, async (db, channel) => {
    if (channel.pausedAt === null) return "saved";
    await resumeStored(db, channel.id);
    const detail = { what: channel.name, count: channel.missed };
    await record(ctx, db, "chat_channel_resumed", { id: channel.id, detail });
    return "saved";
  });
}

export function deleteChannel(ctx: Ctx, input: unknown): Promise<ChannelOutcome> {
  return change(ctx, input, async (db, channel) => {
    await deleteStored(db, channel.id);
    const detail = { before: channelLine(channel), after: null };
    await record(ctx, db, "chat_channel_deleted", { id: channel.id, detail });
    return "deleted";
  });
}

/** The id, once the person may manage channels; else the refusal. */
async function authorized(ctx: Ctx, input: unknown): Promise<string | ChannelOutcome> {
  const parsed = inputSchema.safeParse(input);
  const id = parsed.success ? parsed.data.id : "";
  if (!(await authorize(ctx, "manage_chat_channels", { kind: "chat_channel", id })))
    return { kind: "forbidden" };
  return parsed.success ? id : { kind: "invalid", field: "form", fault: "incomplete" };
}

async function change(
  ctx: Ctx,
  input: unknown,
  work: (db: Db, channel: StoredChannel) => Promise<"saved" | "deleted">,
): Promise<ChannelOutcome> {
  const id = await authorized(ctx, input);
  if (typeof id !== "string") return id;
  return inTransaction(ctx.pool, async (db): Promise<ChannelOutcome> => {
    const channel = await lockChannel(db, id);
    return channel === null ? { kind: "not_found" } : { kind: await work(db, channel) };
  });
}

type Recorded =
  | "chat_channel_tested"
  | "chat_channel_paused"
  | "chat_channel_resumed"
  | "chat_channel_deleted";

async function record(
  { actor, clock, requestId }: Ctx,
  db: Db,
  action: Recorded,
  { id, detail }: { id: string; detail: Record<string, string | number | null> },
): Promise<void> {
  const subject = { kind: "chat_channel", id } as const;
  await recordAudit(db, { at: clock.now(), actor, action, subject, detail, requestId });
}
