import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChannelInput } from "@/lib/notifications/chat";
import { parseRange } from "@/server/platform/address-range";
import { systemClock } from "@/server/platform/clock";
import { createVault } from "../../auth/vault";
import { createChat } from "../../chat/incoming-webhooks";
import type { Ctx } from "../../context";
import { ChatReceiver } from "@/tools/testing/dashboard/chat-receiver";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listChatChannels } from "../queries/list-chat-channels";
import { deleteChannel, pauseChannel, resumeChannel, testChannel } from "./on-channel";
import { countUnreadableChannels, resealChannels } from "./reseal-channels";
import { saveChannel } from "./save-channel";

let harness: Harness;
let ctx: Ctx;
const receiver = new ChatReceiver();
const SECRET = "T0/B0/very-secret-wxyz";
const LOOPBACK = [parseRange("127.0.0.1/32")].filter((range) => range !== null);

beforeAll(async () => {
  harness = await startHarness();
  await receiver.start();
});
beforeEach(async () => {
  await harness.reset();
  receiver.reset();
  const chat = createChat({
    clock: systemClock,
    publicUrl: "https://pay.example",
    privateAddressesAllowed: LOOPBACK,
    timeoutMs: 300,
  });
  harness.services = { ...harness.services, chat };
  ctx = await harness.ctxOf("admin");
});
afterAll(async () => {
  await receiver.stop();
  await harness.stop();
});

const input = (fields: Partial<ChannelInput> = {}): ChannelInput => ({
  id: null,
  name: "#payments",
  kind: "slack",
  url: `http://127.0.0.1:${String(receiver.port)}/services/${SECRET}`,
  events: ["refund_failed"],
  language: "en",
  timeZone: "UTC",
  quietFrom: "",
  quietUntil: "",
  ...fields,
});
async function add(fields: Partial<ChannelInput> = {}): Promise<string> {
  expect(await saveChannel(ctx, input(fields))).toEqual({ kind: "saved" });
  const name = fields.name ?? "#payments";
  return (await listChatChannels(ctx)).find((channel) => channel.name === name)?.id ?? "";
}
const sealed = async (): Promise<string> => {
  const { rows } = await harness.pool.query<{ url: string }>("select sealed_url as url from chat_channels");
  return rows[0]?.url ?? "";
};

describe("adding a channel", () => {
  it("seals its address, shows its host and end, and audits it without the address", async () => {
    const id = await add();
    expect(await listChatChannels(ctx)).toMatchObject([
      { id, name: "#payments", host: `127.0.0.1:${String(receiver.port)}`, end: "wxyz", paused: null },
    ]);
    expect(await sealed()).not.toContain("very-secret");
    expect(harness.services.vault.open(await sealed(), id)).toContain(SECRET);
    const audit = await harness.audit();
    expect(audit).toMatchObject([{ action: "chat_channel_saved", subject_id: id, detail: { before: null } }]);
    expect(JSON.stringify(audit)).not.toContain("very-secret");
  });

  it.each([
    "http://hooks.slack.example/services/very-secret",
    "https://127.0.0.2/services/very-secret",
    "https://10.1.2.3/services/very-secret",
    "https://169.254.169.254/latest/meta-data/",
    "https://192.168.0.4/services/very-secret",
    "https://[::1]/services/very-secret",
    "https://user:pass@hooks.slack.example/services/very-secret",
    "https://hooks.slack.example:22/services/very-secret",
    "https://hooks.slack.example/",
    "hooks.slack.example/services/very-secret",
    "",
  ])("refuses the address %j, and stores and audits nothing", async (url) => {
    const outcome = await saveChannel(ctx, input({ url }));
    expect(outcome).toMatchObject({ kind: "invalid", field: "url" });
    expect(JSON.stringify(outcome)).not.toContain("very-secret");
    expect([await listChatChannels(ctx), await harness.audit()]).toEqual([[], []]);
  });

  it.each([
    [{ name: " " }, { field: "name", fault: "missing" }],
    [{ name: "x".repeat(81) }, { field: "name", fault: "too_long" }],
    [{ name: "a\nb" }, { field: "name", fault: "characters" }],
    [{ events: [] }, { field: "events", fault: "missing" }],
    [{ events: ["role_changed" as const] }, { field: "events", fault: "missing" }],
    [{ quietFrom: "22:00" }, { field: "quiet", fault: "incomplete" }],
    [
      { quietFrom: "22:00", quietUntil: "22:00" },
      { field: "quiet", fault: "incomplete" },
    ],
  ])("refuses %j", async (fields, fault) => {
    expect(await saveChannel(ctx, input(fields))).toEqual({ kind: "invalid", ...fault });
  });

  it("refuses a name that another one has, also when two are saved at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => saveChannel(ctx, input())));
    expect(outcomes.filter(({ kind }) => kind === "saved")).toHaveLength(1);
    expect(await saveChannel(ctx, input({ name: "#Payments" }))).toMatchObject({ fault: "taken" });
  });
});

describe("changing a channel", () => {
  it("keeps the address when none is entered, and says in the audit log when another one is", async () => {
    const id = await add();
    const before = await sealed();
    expect(await saveChannel(ctx, input({ id, name: "#refunds", url: "" }))).toEqual({ kind: "saved" });
    expect(await sealed()).toBe(before);
    await saveChannel(
      ctx,
      input({ id, name: "#refunds", url: "https://hooks.slack.example/services/other-secret" }),
    );
    expect(await listChatChannels(ctx)).toMatchObject([{ host: "hooks.slack.example", end: "cret" }]);
    const [, renamed, readdressed] = (await harness.audit()).map(({ detail }) => String(detail.after));
    expect([renamed?.includes("new address"), readdressed?.includes("new address")]).toEqual([false, true]);
    expect(JSON.stringify(await harness.audit())).not.toContain("secret");
  });

  it("is deleted, and a change afterwards is not found", async () => {
    const id = await add();
    expect(await deleteChannel(ctx, { id })).toEqual({ kind: "deleted" });
    for (const command of [deleteChannel, pauseChannel, resumeChannel, testChannel])
      expect(await command(ctx, { id })).toEqual({ kind: "not_found" });
    expect(await saveChannel(ctx, input({ id }))).toEqual({ kind: "not_found" });
  });

  it("is paused and resumed by a person, each once in the audit log", async () => {
    const id = await add();
    for (const command of [pauseChannel, pauseChannel, resumeChannel, resumeChannel])
      expect(await command(ctx, { id })).toEqual({ kind: "saved" });
    const actions = (await harness.audit()).map(({ action }) => action);
    expect(actions).toEqual(["chat_channel_saved", "chat_channel_paused", "chat_channel_resumed"]);
  });
});

describe("a test message", () => {
  it("is sent at once and says so, and a second one a few seconds later is not", async () => {
    const id = await add();
    expect(await testChannel(ctx, { id })).toEqual({ kind: "test_sent", name: "#payments" });
    expect(receiver.received).toMatchObject([{ body: { text: "Test message: #payments" } }]);
    expect(await testChannel(ctx, { id })).toEqual({ kind: "too_soon" });
    harness.clock.advance(5_000);
    expect((await testChannel(ctx, { id })).kind).toBe("test_sent");
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "chat_channel_tested",
      detail: { what: "#payments", status: "sent" },
    });
  });

  it.each([
    [{ status: 404 }, "HTTP 404", false],
    ["hang", "timed_out", true],
    ["hang_up", "connection_failed", true],
  ] as const)("that meets %j is reported with its reason", async (response, code, mayHaveArrived) => {
    const id = await add();
    receiver.responses.push(response);
    expect(await testChannel(ctx, { id })).toEqual({
      kind: "test_failed",
      name: "#payments",
      code,
      mayHaveArrived,
    });
  });
});

it("nobody but an admin may see, change or test channels, and each attempt is audited", async () => {
  const id = await add();
  const finance = await harness.ctxOf("finance");
  await expect(listChatChannels(finance)).rejects.toThrow("forbidden");
  expect(await saveChannel(finance, input({ name: "other" }))).toEqual({ kind: "forbidden" });
  for (const command of [deleteChannel, pauseChannel, resumeChannel, testChannel])
    expect(await command(finance, { id })).toEqual({ kind: "forbidden" });
  expect(receiver.received).toEqual([]);
  expect((await harness.audit()).filter(({ action }) => action === "forbidden")).toHaveLength(6);
});

describe("a change of the key that seals addresses", () => {
  const [before, after] = ["the-old-key-of-the-vault", "the-new-key-of-the-vault"];

  it("seals them again, after which the new key alone opens them, and can be repeated", async () => {
    const old = createVault(before);
    await add();
    const first = await harness.pool.query<{ id: string }>("select id from chat_channels");
    const id = first.rows[0]?.id ?? "";
    await harness.pool.query("update chat_channels set sealed_url = $1", [old.seal("https://x/secret", id)]);
    const both = { pool: harness.services.pool, vault: createVault(after, before) };
    expect(await resealChannels(both)).toEqual({ resealed: 1, unreadable: 0, total: 1 });
    expect(await resealChannels(both)).toEqual({ resealed: 0, unreadable: 0, total: 1 });
    expect(createVault(after).open(await sealed(), id)).toBe("https://x/secret");
    expect(old.open(await sealed(), id)).toBeNull();
  });

  it("counts those that no key opens and leaves them", async () => {
    await add();
    const vault = createVault(after);
    const stored = await sealed();
    const deps = { pool: harness.services.pool, vault };
    expect(await resealChannels(deps)).toEqual({ resealed: 0, unreadable: 1, total: 1 });
    expect(await countUnreadableChannels(deps)).toMatchObject({ unreadable: 1, total: 1 });
    expect(await sealed()).toBe(stored);
  });
});
