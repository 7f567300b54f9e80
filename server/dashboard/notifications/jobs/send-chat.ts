import { randomUUID } from "node:crypto";
import { parseNotificationFact } from "@/lib/notifications/details";
import { inTransaction } from "@/server/platform/transaction";
import type { ChatOutcome } from "../../chat/chat";
import { backoffMs } from "@/server/platform/backoff";
import type { Services } from "../../runtime";
import { chatBody, composeChat } from "../chat/compose-chat";
import { findChannel, lockChannel, noteSent, type StoredChannel } from "../store/chat-channels";
import * as messages from "../store/chat-messages";
import { stopChannel } from "../store/stop-channel";

/** Longer than a request may take: then the process that sends it is dead. */
const CLAIM_MS = 60_000;
const PAUSES = { firstMs: 15_000, factor: 2, maxMs: 30 * 60_000 };
/** A message is tried for about two and a half hours with these pauses. */
const MAX_ATTEMPTS = 12;
/** A refusal is rarely undone by itself. */
const MAX_REFUSALS = 3;

/**
 * Sends what is due to one chat channel: one message for everything that waits. A message is written before it is sent,
 * and nothing is added to it, so a crash repeats at most that one; the repetition says that it may be one (decision
 * 0280). After the last attempt the channel is paused. Safe to run twice and in two processes. Returns when the next is due, in
 * milliseconds; null for none.
 */
export async function sendChat(services: Services, channelId: string): Promise<number | null> {
  const { pool, clock } = services;
  await collect(services, channelId);
  const channel = await findChannel(pool, channelId);
  if (channel === null || channel.pausedAt !== null) return null;
  const at = clock.now();
  const message = await messages.claimMessage(pool, channelId, {
    at,
    until: new Date(at.getTime() + CLAIM_MS),
  });
  if (message !== null) await sendOne(services, channel, message);
  const nextAt = await messages.nextMessageAt(pool, channelId);
  return nextAt === null ? null : Math.max(0, nextAt.getTime() - clock.now().getTime());
}

async function collect({ pool, clock }: Services, channelId: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const channel = await lockChannel(db, channelId);
    if (channel === null || channel.pausedAt !== null) return;
    if (await messages.hasOpenMessage(db, channelId)) return;
    await messages.collectMessage(db, { id: randomUUID(), channelId, at: clock.now() });
  });
}

async function sendOne(
  services: Services,
  channel: StoredChannel,
  message: messages.ClaimedMessage,
): Promise<void> {
  const { account, accountLabel, pool, chat, vault } = services;
  const stored = await messages.listOfMessage(pool, message.id);
  const facts = stored.flatMap(({ event, detail }) => parseNotificationFact(event, detail) ?? []);
  // Written by another version, which had words for them.
  if (facts.length === 0) return messages.deleteMessage(pool, message.id);
  const url = vault.open(channel.sealedUrl, channel.id);
  const content = composeChat(
    facts,
    { id: message.id, mayRepeat: message.mayHaveArrived },
    {
      language: channel.language,
      publicUrl: chat.publicUrl,
      account: account.slug,
      accountName: await accountLabel(account.id),
    },
  );
  const outcome: ChatOutcome =
    url === null
      ? { kind: "refused", code: "unreadable" }
      : await chat.send({ url, body: chatBody(channel.kind, content) });
  services.counters.notificationSent("chat", outcome.kind === "sent" ? "sent" : "failed");
  await store(services, channel, message, outcome);
  // Never with the address.
  if (outcome.kind !== "sent")
    services.logger.warn({ channelId: channel.id, code: outcome.code }, "a message to a chat was not sent");
}

async function store(
  { pool, clock }: Services,
  channel: StoredChannel,
  message: messages.ClaimedMessage,
  outcome: ChatOutcome,
): Promise<void> {
  const at = clock.now();
  if (outcome.kind === "sent") {
    return inTransaction(pool, async (db) => {
      await messages.markMessageSent(db, message.id, at);
      await noteSent(db, channel.id, at);
    });
  }
  const isRefused = outcome.kind === "refused";
  if (message.attempts >= (isRefused ? MAX_REFUSALS : MAX_ATTEMPTS)) {
    await inTransaction(pool, (db) =>
      stopChannel(db, channel.id, { at, code: outcome.code, messageId: message.id }),
    );
    return;
  }
  const pauseMs = Math.max(backoffMs(message.attempts - 1, PAUSES), isRefused ? 0 : (outcome.afterMs ?? 0));
  await messages.postponeMessage(pool, message.id, {
    nextAt: new Date(at.getTime() + pauseMs),
    error: outcome.code,
    mayHaveArrived: message.mayHaveArrived || (!isRefused && outcome.mayHaveArrived),
  });
}
