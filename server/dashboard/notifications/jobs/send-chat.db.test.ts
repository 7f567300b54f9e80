import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { ChatReceiver } from "@/tools/testing/dashboard/chat-receiver";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { MINUTE_MS, SECRET, withChatChannel } from "@/tools/testing/dashboard/chat-channel";
import { rate } from "@/tools/testing/dashboard/notifications";
import { notify } from "../store/notify";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

const setup = withChatChannel();
const { receiver, withChat, add, use, happen, send, pass, texts, messages, channel } = setup;
let harness: Harness;
beforeEach(() => {
  ({ harness } = setup.current());
});

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
    expect(await waitingRows(harness.pool, ["send-chat"])).toHaveLength(1);
    await pass(1);
    expect(texts()).toEqual([expect.stringContaining("stripe")]);
  });

  it("is one message with a hundred others, in the language of the channel", async () => {
    use(await add({ name: "#hindi", language: "hi", events: ["success_rate_low"] }));
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
    use(await add({ name: "#quiet", quietFrom: "14:00", quietUntil: "16:00" }));
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
    harness.clock.advance(MINUTE_MS);
    const first = (await send()) ?? 0;
    expect(first).toBeGreaterThan(5_000);
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
    async (_how, response, error) => {
      receiver.responses.push(response);
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
    receiver.responses.push({ status: 429, headers: { "retry-after": header() } });
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
    receiver.responses.push({ status: 429, headers: { "retry-after": "999999999" } });
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
