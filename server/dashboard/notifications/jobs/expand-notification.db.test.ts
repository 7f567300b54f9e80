import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import type { Notification } from "../domain/notification";
import { notify } from "../store/notify";
import { DEFAULT_PREFERENCES, savePreferences } from "../store/preferences";
import { expandNotification } from "./expand-notification";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let people: Record<(typeof ROLES)[number], Ctx>;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  const all = await Promise.all(ROLES.map(async (role) => [role, await harness.ctxOf(role)] as const));
  people = Object.fromEntries(all) as typeof people;
});
afterAll(() => harness.stop());

const opened = (fields: Partial<Notification> = {}): Notification =>
  ({
    event: "stuck_payments",
    detail: { count: 12, limit: 10 },
    at: harness.clock.now(),
    to: "everybody_permitted",
    dedupeKey: "stuck:2026-11-21",
    ...fields,
  }) as Notification;

const write = (notification: Notification) =>
  inTransaction(harness.services.pool, (db) => notify(db, notification));

const waiting = async (): Promise<string[]> =>
  (await waitingRows(harness.pool, ["expand-notification"])).map(({ id }) => id);
async function expand(): Promise<void> {
  for (const id of await waiting()) await expandNotification(harness.services, id);
}
async function notified(): Promise<string[]> {
  const { rows } = await harness.pool.query<{ role: string }>(
    "select p.role from notifications n join people p on p.id = n.person_id order by p.role",
  );
  return rows.map(({ role }) => role);
}

describe("an event", () => {
  it("reaches those who may see its subject, and nobody else", async () => {
    expect(await write(opened())).toBe(true);
    await expand();
    expect(await notified()).toEqual(["admin", "finance", "ops"]);
  });

  it("does not reach the person who caused it, one who is not named, or one who was deactivated", async () => {
    const left = await harness.ctxOf("ops");
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [left.actor.userId]);
    const to = { people: [people.ops, people.finance, left].map(({ actor }) => actor.userId) };
    await write(opened({ to, except: people.finance.actor.userId }));
    await expand();
    expect(await notified()).toEqual(["ops"]);
  });

  it("of a paused run reaches those who may resume a run of its kind", async () => {
    const paused = (runKind: "refund" | "cancel") =>
      opened({
        event: "bulk_paused",
        detail: { runId: randomUUID(), runKind, rows: 2 },
        dedupeKey: `bulk_paused:${runKind}`,
      });
    await write(paused("refund"));
    await expand();
    expect(await notified()).toEqual(["admin", "finance"]);
    await write(paused("cancel"));
    await expand();
    expect(await notified()).toEqual(["admin", "admin", "finance", "finance", "ops"]);
  });

  it("does not reach a person who lost the permission between the event and its sending", async () => {
    await write(opened({ to: { people: [people.ops.actor.userId] } }));
    await harness.pool.query("update people set role = 'support' where id = $1", [people.ops.actor.userId]);
    await expand();
    expect(await notified()).toEqual([]);
  });

  it("does not reach a person who turned it off, and reaches the others", async () => {
    await harness.pool.query(
      "insert into notification_choices values ($1, 'stuck_payments', 'dashboard', false)",
      [people.ops.actor.userId],
    );
    await write(opened());
    await expand();
    expect(await notified()).toEqual(["admin", "finance"]);
  });

  it("that admins must learn of is sent to them at once, by every channel, and to others as they chose (0315)", async () => {
    const role = await harness.ctxOf(composed(["manage_gateways"]));
    const persons = [people.admin, role].map(({ actor }) => actor.userId);
    for (const id of persons) {
      await harness.pool.query(
        `insert into notification_choices select $1, 'gateway_account_changed', channel, false
         from unnest(array['dashboard', 'email']) channel`,
        [id],
      );
      await savePreferences(harness.pool, id, { ...DEFAULT_PREFERENCES, digestAt: 1 });
    }
    const detail = {
      gateway: "stripe",
      account: 1,
      hint: null,
      change: "added",
      by: null,
      key: null,
    } as const;
    await write(opened({ event: "gateway_account_changed", detail }));
    const mail = { send: () => Promise.reject(new Error("not sent here")), publicUrl: "https://pay.example" };
    for (const id of await waiting()) await expandNotification({ ...harness.services, mail }, id);
    const { rows } = await harness.pool.query<{ person: string; minutes: number }>(
      `select person_id as person, extract(epoch from email_due_at - at)::float8 / 60 as minutes from notifications`,
    );
    expect(rows).toEqual([
      { person: people.admin.actor.userId, minutes: expect.closeTo(1 / 3, 1) as number },
    ]);
  });

  it("exists, and is due, exactly when its transaction commits", async () => {
    const failing = inTransaction(harness.services.pool, async (db) => {
      await notify(db, opened());
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await waiting()).toEqual([]);
    await write(opened());
    expect(await waiting()).toHaveLength(1);
  });

  it("of one key is written once, by whichever of ten writers comes first", async () => {
    const written = await Promise.all(Array.from({ length: 10 }, () => write(opened())));
    expect(written.filter(Boolean)).toHaveLength(1);
    await expand();
    expect(await notified()).toEqual(["admin", "finance", "ops"]);
  });

  it("is expanded once by steps at the same time, and again after a crash", async () => {
    await write(opened());
    const [id = ""] = await waiting();
    const broken = { ...harness.services, clock: { now: () => new Date(Number.NaN) } };
    await expect(expandNotification(broken, id)).rejects.toThrow();
    expect(await notified()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => expandNotification(harness.connect(), id)));
    await expandNotification(harness.services, id);
    expect(await notified()).toEqual(["admin", "finance", "ops"]);
  });

  it("of another version waits for a process that knows it", async () => {
    const id = randomUUID();
    await harness.pool.query(
      "insert into notification_events (id, event, dedupe_key, at, detail) values ($1, 'unheard', 'x', now(), '{}')",
      [id],
    );
    await expect(expandNotification(harness.services, id)).rejects.toThrow("another version");
  });
});
