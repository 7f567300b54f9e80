import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { notifiedPeople, rate } from "@/tools/testing/dashboard/notifications";
import { withChatChannel } from "@/tools/testing/dashboard/chat-channel";
import { resumeChannel } from "../commands/on-channel";

const setup = withChatChannel();
const { receiver, happen, send, pass, texts, messages, channel } = setup;
let harness: Harness;
let ctx: Ctx;
let channelId: string;
beforeEach(() => {
  ({ harness, ctx, channelId } = setup.current());
});

const HOUR = 60;

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

  it("has no turn any more when it is paused or deleted", async () => {
    receiver.usually = { status: 410 };
    await happen(rate());
    for (let times = 0; times < 5; times += 1) await pass(5);
    expect(await send()).toBeNull();
  });

  it("whose address no key opens is paused with a reason of its own", async () => {
    await harness.pool.query("update chat_channels set sealed_url = 'v1.damaged'");
    await happen(rate());
    for (let times = 0; times < 5; times += 1) await pass(5);
    expect(await channel()).toMatchObject({ paused: { code: "unreadable" } });
  });
});
