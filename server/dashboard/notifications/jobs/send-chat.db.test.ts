import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChannelInput } from "@/lib/notifications/chat";
import type { NotificationFact } from "@/lib/notifications/details";
import { parseRange } from "@/server/platform/address-range";
import { systemClock } from "@/server/platform/clock";
import { inTransaction } from "@/server/platform/transaction";
import { createChat } from "../../chat/incoming-webhooks";
import type { Ctx } from "../../context";
import { resumeLostJobs } from "../../jobs/resume";
import { SEND_CHAT } from "../../jobs/schedule";
import type { Services } from "../../runtime";
import { ChatReceiver } from "../../testing/chat-receiver";
import { type Harness, startHarness } from "../../testing/harness";
import { expandAll, notifiedPeople } from "../../testing/notifications";
import { resumeChannel } from "../commands/on-channel";
import { saveChannel } from "../commands/save-channel";
import { listChatChannels } from "../queries/list-chat-channels";
import { notify } from "../store/notify";
import { sendChat } from "./send-chat";

let harness: Harness;
let ctx: Ctx;
let channelId: string;
const receiver = new ChatReceiver();
/** What the name of the chat resolves to. */
let addresses: string[];

const SECRET = "B0AB-very-secret-hook-wxyz";
const LOOPBACK = [parseRange("127.0.0.1/32")].filter((range) => range !== null);
const MINUTE_MS = 60_000;
const HOUR = 60;

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

function withChat(services: Services): Services {
  const resolve = () => Promise.resolve(addresses);
  const chat = createChat({
    clock: systemClock,
    publicUrl: "https://pay.example",
    privateAddressesAllowed: LOOPBACK,
    timeoutMs: 300,
    resolve,
  });
  // A name needs TLS: in a test the literal address of loopback stands for one.
  const send = (request: { url: string; body: string }) =>
    chat.send({ ...request, url: request.url.replace("https://chat.example", receiverUrl()) });
  return { ...services, chat: { ...chat, send } };
}
const receiverUrl = () => `http://chat.example:${String(receiver.port)}`;

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
const rate = (gateway = "razorpay"): NotificationFact => ({
  event: "success_rate_low",
  detail: { gateway, rate: 61, usual: 93 },
});

const send = (services = harness.services) => sendChat(services, { channelId });
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
const waitMs = async (): Promise<number> => {
  const { rows } = await harness.pool.query<{ at: Date }>(
    "select next_at as at from chat_messages where sent_at is null",
  );
  return (rows[0]?.at.getTime() ?? 0) - harness.clock.now().getTime();
};

describe("a notification", () => {
  it("is posted once to the channels that receive its event, with a link to its page", async () => {
    await add({ name: "#other", events: ["refund_failed"] });
    await happen(rate());
    await send();
    expect(receiver.received).toEqual([]);
    for (let times = 0; times < 3; times += 1) await pass(1);
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    expect(message?.path).toBe(`/services/${SECRET}`);
    expect(message?.body.text).toBe("Success rate is low: razorpay: 61% in the last hours, usually 93%");
    expect(JSON.stringify(message?.body.blocks)).toContain("https://pay.example/overview");
    expect(await messages()).toEqual([{ attempts: 1, sent: true, failed: false, error: null }]);
    expect((await channel())?.lastSentAt).not.toBeNull();
  });

  it("is not posted when its change rolls back, and has its job when it commits", async () => {
    const failing = inTransaction(harness.services.pool, async (db) => {
      await notify(db, {
        ...rate(),
        at: harness.clock.now(),
        to: "everybody_permitted",
        dedupeKey: "rolled back",
      });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await happen(rate("stripe"));
    const { rows } = await harness.pool.query("select from graphile_worker.jobs where task_identifier = $1", [
      SEND_CHAT,
    ]);
    expect(rows).toHaveLength(1);
    await pass(1);
    expect(texts()).toEqual([expect.stringContaining("stripe")]);
  });

  it("is one message with a hundred others, in the language of the channel", async () => {
    channelId = await add({ name: "#hindi", language: "hi", events: ["success_rate_low"] });
    await happen(...Array.from({ length: 100 }, (_, index) => rate(`gateway-${String(index)}`)));
    await pass(1);
    await pass(1);
    expect(texts()).toEqual(["100 सूचनाएँ: सफलता दर कम है"]);
    expect(JSON.stringify(receiver.received[0]?.body).length).toBeLessThan(20_000);
  });

  it("that arrives while the chat is away is one message with the others, after the one that waits", async () => {
    receiver.usually = { status: 503 };
    await happen(rate("a"));
    await pass(1);
    for (const gateway of ["b", "c", "d"]) {
      await happen(rate(gateway));
      await pass(1);
    }
    receiver.reset();
    await pass(10);
    await pass(1);
    await pass(1);
    expect(texts()).toEqual([expect.stringContaining("a: 61%"), "3 notifications: Success rate is low"]);
  });

  it("waits for the end of the channel's quiet hours", async () => {
    // 9:00 in UTC is 14:30 in India.
    channelId = await add({ name: "#quiet", quietFrom: "14:00", quietUntil: "16:00" });
    await happen(rate());
    await pass(60);
    expect(receiver.received).toEqual([]);
    await pass(31);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a receiver", () => {
  it("that is lost is tried again with growing pauses, and gets the message when it is back", async () => {
    await receiver.stop();
    await happen(rate());
    await harness.pool.query("delete from graphile_worker._private_jobs");
    await pass(1);
    const first = await waitMs();
    const { rows: next } = await harness.pool.query(
      "select from graphile_worker.jobs where task_identifier = $1 and run_at > now() + interval '5 seconds'",
      [SEND_CHAT],
    );
    expect(next).toHaveLength(1);
    await pass(1);
    expect(await waitMs()).toBeGreaterThan(first * 1.3);
    expect(await messages()).toEqual([
      { attempts: 2, sent: false, failed: false, error: "connection_failed" },
    ]);
    expect((await channel())?.retry?.code).toBe("connection_failed");
    await receiver.start();
    await pass(2);
    expect(receiver.received).toHaveLength(1);
    // Nothing was sent before, so nothing can have arrived twice.
    expect(JSON.stringify(receiver.received[0]?.body)).not.toContain("Possible repetition");
  });

  it.each([
    ["is slow", "hang", "timed_out"],
    ["hangs up", "hang_up", "connection_failed"],
  ] as const)(
    "that %s is left in time, and the next attempt says that it may be a repetition",
    async (_how, answer, error) => {
      receiver.answers.push(answer);
      await happen(rate());
      const startedAt = performance.now();
      await pass(1);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(await messages()).toMatchObject([{ attempts: 1, sent: false, error }]);
      await pass(1);
      expect(receiver.received).toHaveLength(2);
      const [first, second] = receiver.received.map(({ body }) => JSON.stringify(body));
      expect(first).not.toContain("Possible repetition");
      expect(second).toContain("Possible repetition");
    },
  );

  it.each([
    ["seconds", () => "600"],
    ["a date", () => new Date(Date.now() + 600_000).toUTCString()],
  ])("that answers 429 is not called before its Retry-After in %s", async (_form, header) => {
    receiver.answers.push({ status: 429, headers: { "retry-after": header() } });
    await happen(rate());
    await pass(1);
    expect(await waitMs()).toBeGreaterThan(590_000);
    await pass(9);
    expect(receiver.received).toHaveLength(1);
    await pass(2);
    expect(receiver.received).toHaveLength(2);
    expect(JSON.stringify(receiver.received[1]?.body)).not.toContain("Possible repetition");
  });

  it("that requests a pause of years is tried again within hours", async () => {
    receiver.answers.push({ status: 429, headers: { "retry-after": "999999999" } });
    await happen(rate());
    await pass(1);
    expect(await waitMs()).toBeLessThanOrEqual(60 * MINUTE_MS);
  });

  it("that redirects gets the message nowhere else", async () => {
    const elsewhere = await new ChatReceiver().start();
    receiver.usually = { status: 307, headers: { location: `http://127.0.0.1:${String(elsewhere.port)}/` } };
    await happen(rate());
    await pass(1);
    expect(elsewhere.received).toEqual([]);
    expect(await messages()).toMatchObject([{ sent: false, error: "HTTP 307" }]);
    await elsewhere.stop();
  });
});

describe("a process that dies", () => {
  it("between sending and recording repeats that one message and no other, and says so", async () => {
    await happen(rate("a"), rate("b"));
    harness.clock.advance(MINUTE_MS);
    const { chat } = harness.services;
    const dying: Services = {
      ...harness.services,
      chat: {
        ...chat,
        async send(request) {
          await chat.send(request);
          throw new Error("killed");
        },
      },
    };
    await expect(send(dying)).rejects.toThrow("killed");
    expect(receiver.received).toHaveLength(1);
    await happen(rate("c"));
    await send();
    expect(receiver.received).toHaveLength(1);
    for (let times = 0; times < 4; times += 1) await pass(1);
    expect(texts()).toEqual([
      "2 notifications: Success rate is low",
      "2 notifications: Success rate is low",
      expect.stringContaining("c: 61%"),
    ]);
    const repeated = receiver.received.map(({ body }) =>
      JSON.stringify(body).includes("Possible repetition"),
    );
    expect(repeated).toEqual([false, true, false]);
  });

  it("leaves its message to one of five others", async () => {
    await happen(rate());
    harness.clock.advance(MINUTE_MS);
    await Promise.all(Array.from({ length: 5 }, () => send(withChat(harness.connect()))));
    expect(receiver.received).toHaveLength(1);
  });
});

it.each(["expanded", "written into a message"])(
  "a notification that is %s is sent although its job was lost",
  async (state) => {
    if (state !== "expanded") receiver.answers.push({ status: 503 });
    await happen(rate());
    if (state !== "expanded") await pass(1);
    await harness.pool.query("delete from graphile_worker._private_jobs");
    await resumeLostJobs(harness.services);
    const { rows } = await harness.pool.query<{ key: string }>(
      "select key from graphile_worker.jobs where task_identifier = $1",
      [SEND_CHAT],
    );
    expect(rows).toEqual([{ key: `${SEND_CHAT}:${channelId}` }]);
    await pass(1);
    expect(receiver.received).not.toEqual([]);
  },
);

describe("an address inside the network (failure 29)", () => {
  it("is refused where its name leads, and nothing is connected", async () => {
    const inside = new ChatReceiver("127.0.0.2");
    inside.port = receiver.port;
    await inside.start();
    addresses = ["127.0.0.2"];
    await happen(rate());
    await pass(1);
    addresses = ["127.0.0.1", "127.0.0.2"];
    await pass(1);
    expect([receiver.received, inside.received]).toEqual([[], []]);
    expect(await messages()).toMatchObject([{ attempts: 2, sent: false, error: "address_refused" }]);
    await inside.stop();
  });

  it("is not reached by a name that is bound to it between check and connection", async () => {
    const inside = new ChatReceiver("127.0.0.2");
    inside.port = receiver.port;
    await inside.start();
    let lookups = 0;
    const rebinding = () => Promise.resolve([(lookups += 1) === 1 ? "127.0.0.1" : "127.0.0.2"]);
    const settings = {
      clock: systemClock,
      publicUrl: "https://pay.example",
      privateAddressesAllowed: LOOPBACK,
      timeoutMs: 300,
    };
    const chat = createChat({ ...settings, resolve: rebinding });
    const url = `${receiverUrl()}/services/${SECRET}`;
    expect(await chat.send({ url, body: "{}" })).toEqual({ kind: "sent" });
    expect([lookups, receiver.received.length]).toEqual([1, 1]);
    expect(await chat.send({ url, body: "{}" })).toEqual({ kind: "refused", code: "address_refused" });
    expect(inside.received).toEqual([]);
    await inside.stop();
  });
});

describe("a channel", () => {
  it("that keeps failing is paused once, with a notification of admins, and is resumed by a person", async () => {
    receiver.usually = { status: 500 };
    await happen(rate("a"));
    await pass(1);
    await happen(rate("b"));
    for (let times = 0; times < 20; times += 1) await pass(HOUR);
    expect(await messages()).toEqual([{ attempts: 12, sent: false, failed: true, error: "HTTP 500" }]);
    expect(await channel()).toMatchObject({ retry: null, paused: { code: "HTTP 500", missed: 2 } });
    await happen(rate("c"));
    expect(await channel()).toMatchObject({ paused: { missed: 3 } });
    const paused = (await notifiedPeople(harness)).filter(({ event }) => event === "chat_channel_paused");
    expect(paused).toEqual([
      {
        event: "chat_channel_paused",
        personId: ctx.actor.userId,
        detail: { channelId, name: "#payments" },
      },
    ]);
    expect((await harness.audit()).filter(({ action }) => action === "chat_channel_paused")).toMatchObject([
      {
        actor_email: "system",
        subject_id: channelId,
        detail: { what: "#payments", why: "HTTP 500", count: 2 },
      },
    ]);
    receiver.reset();
    expect(await resumeChannel(ctx, { id: channelId })).toEqual({ kind: "saved" });
    await happen(rate("d"));
    await pass(1);
    expect(texts()).toEqual([expect.stringContaining("d: 61%")]);
    expect(await channel()).toMatchObject({ paused: null });
  });

  it.each(["404", "410", "403", "400"])(
    "whose chat answers %s is paused after three attempts",
    async (status) => {
      receiver.usually = { status: Number(status) };
      await happen(rate());
      for (let times = 0; times < 5; times += 1) await pass(5);
      expect(receiver.received).toHaveLength(3);
      expect(await channel()).toMatchObject({ paused: { code: `HTTP ${status}` } });
    },
  );

  it("leaves no job behind when it is paused or deleted: the job would run again at once, for ever", async () => {
    receiver.usually = { status: 410 };
    await happen(rate());
    for (let times = 0; times < 5; times += 1) await pass(5);
    await harness.pool.query("delete from graphile_worker._private_jobs");
    await send();
    const { rows } = await harness.pool.query("select from graphile_worker.jobs where task_identifier = $1", [
      SEND_CHAT,
    ]);
    expect(rows).toEqual([]);
  });

  it("whose address no key opens is paused with a reason of its own", async () => {
    await harness.pool.query("update chat_channels set sealed_url = 'v1.damaged'");
    await happen(rate());
    for (let times = 0; times < 5; times += 1) await pass(5);
    expect(await channel()).toMatchObject({ paused: { code: "unreadable" } });
  });
});

it("the address is in no row in plain text, no audit entry, no notification and no log line", async () => {
  const lines: string[] = [];
  const logger = {
    ...harness.services.logger,
    warn: (...line: unknown[]) => lines.push(JSON.stringify(line)),
  };
  receiver.usually = { status: 404, body: SECRET };
  await happen(rate());
  for (let times = 0; times < 5; times += 1) {
    harness.clock.advance(5 * MINUTE_MS);
    await send({ ...harness.services, logger: logger as unknown as Services["logger"] });
  }
  await expandAll(harness);
  expect(lines.length).toBeGreaterThan(0);
  const { rows } = await harness.pool.query(
    `select (select json_agg(c) from chat_channels c) as channels, (select json_agg(m) from chat_messages m) as messages,
       (select json_agg(e) from notification_events e) as events, (select json_agg(a) from audit_log a) as audit,
       (select json_agg(j) from graphile_worker._private_jobs j) as jobs`,
  );
  const everything = JSON.stringify([rows, lines, await listChatChannels(ctx)]);
  expect(everything).toContain("wxyz");
  expect(everything).not.toContain(SECRET);
  expect(everything).not.toContain("very-secret");
});
