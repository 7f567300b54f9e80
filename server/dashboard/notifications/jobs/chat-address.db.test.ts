import { beforeEach, describe, expect, it } from "vitest";
import { createChat } from "../../chat/incoming-webhooks";
import type { Ctx } from "../../context";
import type { Services } from "../../runtime";
import { ChatReceiver } from "@/tools/testing/dashboard/chat-receiver";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { expandAll, rate } from "@/tools/testing/dashboard/notifications";
import { CHAT_SETTINGS, MINUTE_MS, SECRET, withChatChannel } from "@/tools/testing/dashboard/chat-channel";
import { listChatChannels } from "../queries/list-chat-channels";

const setup = withChatChannel();
const { receiver, receiverUrl, resolveTo, happen, send, pass, messages } = setup;
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = setup.current());
});

describe("an address inside the network (failure 29)", () => {
  it("is refused where its name leads, and nothing is connected", async () => {
    const inside = new ChatReceiver("127.0.0.2");
    inside.port = receiver.port;
    await inside.start();
    resolveTo(["127.0.0.2"]);
    await happen(rate());
    await pass(1);
    resolveTo(["127.0.0.1", "127.0.0.2"]);
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
    const chat = createChat({ ...CHAT_SETTINGS, resolve: rebinding });
    const url = `${receiverUrl()}/services/${SECRET}`;
    expect(await chat.send({ url, body: "{}" })).toEqual({ kind: "sent" });
    expect([lookups, receiver.received.length]).toEqual([1, 1]);
    expect(await chat.send({ url, body: "{}" })).toEqual({ kind: "refused", code: "address_refused" });
    expect(inside.received).toEqual([]);
    await inside.stop();
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
       (select json_agg(t) from chat_turns t) as turns`,
  );
  const everything = JSON.stringify([rows, lines, await listChatChannels(ctx)]);
  expect(everything).toContain("wxyz");
  expect(everything).not.toContain(SECRET);
  expect(everything).not.toContain("very-secret");
});
