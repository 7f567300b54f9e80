import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { ChannelInput } from "@/lib/notifications/chat";
import type { NotificationFact } from "@/lib/notifications/details";
import { parseRange } from "@/server/platform/address-range";
import { systemClock } from "@/server/platform/clock";
import { inTransaction } from "@/server/platform/transaction";
import { createChat } from "@/server/dashboard/chat/incoming-webhooks";
import type { Ctx } from "@/server/dashboard/context";
import { saveChannel } from "@/server/dashboard/notifications/commands/save-channel";
import { sendChat } from "@/server/dashboard/notifications/jobs/send-chat";
import { listChatChannels } from "@/server/dashboard/notifications/queries/list-chat-channels";
import { notify } from "@/server/dashboard/notifications/store/notify";
import type { Services } from "@/server/dashboard/runtime";
import { ChatReceiver } from "./chat-receiver";
import { type Harness, startHarness } from "./harness";
import { expandAll } from "./notifications";

/** The secret part of the channel's address. */
export const SECRET = "B0AB-very-secret-hook-wxyz";
export const MINUTE_MS = 60_000;
export const CHAT_SETTINGS = {
  clock: systemClock,
  publicUrl: "https://pay.example",
  privateAddressesAllowed: [parseRange("127.0.0.1/32")].filter((range) => range !== null),
  timeoutMs: 300,
};

/**
 * Set-up of tests about messages to chats: before each, an admin, and a channel whose chat is `receiver`. `current` returns
 * what is new in each test.
 */
export function withChatChannel() {
  let harness: Harness;
  let ctx: Ctx;
  let channelId: string;
  const receiver = new ChatReceiver();
  let addresses: string[];

  beforeAll(async () => {
    harness = await startHarness();
    await receiver.start();
  });
  beforeEach(async () => {
    await harness.reset();
    receiver.reset();
    addresses = ["127.0.0.1"];
    harness.services = withChat(harness.services);
    ctx = await harness.ctxOf("admin");
    channelId = await add();
  });
  afterAll(async () => {
    await receiver.stop();
    await harness.stop();
  });

  const receiverUrl = () => `http://chat.example:${String(receiver.port)}`;
  function withChat(services: Services): Services {
    const chat = createChat({ ...CHAT_SETTINGS, resolve: () => Promise.resolve(addresses) });
    // A name needs TLS: in a test the literal address of loopback stands for one.
    const send = (request: { url: string; body: string }) =>
      chat.send({ ...request, url: request.url.replace("https://chat.example", receiverUrl()) });
    return { ...services, chat: { ...chat, send } };
  }

  async function add(fields: Partial<ChannelInput> = {}): Promise<string> {
    const input: ChannelInput = {
      id: null,
      name: "#payments",
      kind: "slack",
      url: `https://chat.example/services/${SECRET}`,
      events: ["success_rate_low", "stuck_payments"],
      language: "en",
      timeZone: "Asia/Kolkata",
      quietFrom: "",
      quietUntil: "",
      ...fields,
    };
    expect(await saveChannel(ctx, input)).toEqual({ kind: "saved" });
    const channel = (await listChatChannels(ctx)).find(({ name }) => name === input.name);
    return channel?.id ?? "";
  }

  let count = 0;
  async function happen(...facts: NotificationFact[]): Promise<void> {
    for (const fact of facts) {
      count += 1;
      const event = {
        ...fact,
        at: harness.clock.now(),
        to: "everybody_permitted" as const,
        dedupeKey: `chat:${String(count)}`,
      };
      await inTransaction(harness.services.pool, (db) => notify(db, event));
    }
    await expandAll(harness);
  }

  const send = (services = harness.services) => sendChat(services, channelId);
  async function pass(minutes: number): Promise<void> {
    harness.clock.advance(minutes * MINUTE_MS);
    await send();
  }
  const texts = () => receiver.received.map(({ body }) => body.text);
  async function messages(): Promise<Record<string, unknown>[]> {
    const { rows } = await harness.pool.query<Record<string, unknown>>(
      "select attempts, sent_at is not null as sent, failed_at is not null as failed, error from chat_messages order by created_at",
    );
    return rows;
  }
  const channel = async () => (await listChatChannels(ctx)).find(({ id }) => id === channelId);

  return {
    current: () => ({ harness, ctx, channelId }),
    receiver,
    receiverUrl,
    /** What the name of the chat resolves to from now on. */
    resolveTo: (to: string[]): void => {
      addresses = to;
    },
    withChat,
    /** Adds a further channel. */
    add,
    /** The channel that is sent to from now on. */
    use: (id: string): void => {
      channelId = id;
    },
    happen,
    send,
    pass,
    texts,
    messages,
    channel,
  };
}
