import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll } from "@/tools/testing/dashboard/notifications";
import { readNotifications } from "../commands/read-notifications";
import { resetNotificationSettings, saveNotificationSettings } from "../commands/save-settings";
import { notify } from "../store/notify";
import { countUnreadNotifications } from "./count-unread";
import { listNotifications } from "./list-notifications";
import { readNotificationSettings } from "./read-settings";

let harness: Harness;
let ctx: Ctx;
let other: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("ops");
  other = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

let count = 0;
async function happen(...facts: NotificationFact[]): Promise<void> {
  for (const fact of facts) {
    count += 1;
    const dedupeKey = `test:${String(count)}`;
    const event = { ...fact, at: harness.clock.now(), to: "everybody_permitted" as const, dedupeKey };
    await inTransaction(harness.services.pool, (db) => notify(db, event));
  }
  await expandAll(harness);
}
const stuck = (n: number): NotificationFact => ({ event: "stuck_payments", detail: { count: n, limit: 1 } });
const rate: NotificationFact = {
  event: "success_rate_low",
  detail: { gateway: "razorpay", rate: 61, usual: 93 },
};
const counts = async (of: Ctx) =>
  (await listNotifications(of)).items.map(({ fact }) =>
    "count" in fact.detail ? fact.detail.count : fact.event,
  );

it("are listed newest first, by pages, by group, and unread only", async () => {
  await happen(stuck(1), rate, stuck(2));
  expect(await counts(ctx)).toEqual([2, "success_rate_low", 1]);
  const first = await listNotifications(ctx, { limit: 2 });
  expect(first.items).toHaveLength(2);
  const rest = await listNotifications(ctx, { limit: 2, before: first.next ?? "" });
  expect([rest.items.length, rest.next]).toEqual([1, null]);
  expect((await listNotifications(ctx, { group: "refunds" })).items).toEqual([]);
  await readNotifications(ctx, { only: first.items[0]?.id ?? "" });
  expect((await listNotifications(ctx, { isUnreadOnly: true })).items).toHaveLength(2);
});

it("are marked as read by their person alone, and up to the newest one seen", async () => {
  await happen(stuck(1), stuck(2));
  const [newest] = (await listNotifications(ctx)).items;
  await happen(stuck(3));
  const upTo = newest?.id ?? "";
  expect(await readNotifications(other, { only: upTo })).toBe(0);
  expect(await readNotifications(ctx, { upTo })).toBe(2);
  expect(await countUnreadNotifications(ctx)).toBe(1);
  expect(await countUnreadNotifications(other)).toBe(3);
  for (const odd of ["", "-1", "1e3", "99999999999999999999"])
    expect(await readNotifications(ctx, { upTo: odd })).toBe(0);
});

it("are not shown any more to a person who lost the permission, and are again with it", async () => {
  await happen(stuck(1), rate);
  const demoted = { ...ctx, actor: { ...ctx.actor, role: "support" as const } };
  expect(await counts(demoted)).toEqual(["success_rate_low"]);
  expect(await countUnreadNotifications(demoted)).toBe(1);
  expect(await countUnreadNotifications(ctx)).toBe(2);
});

it("follow the person's settings, which are reset to the defaults of the role", async () => {
  const names = async () =>
    (await readNotificationSettings(ctx, { language: "en", timeZone: "UTC" })).events
      .filter(({ on, isRequired }) => on.length > 0 && !isRequired)
      .map(({ event }) => event);
  const before = await names();
  expect(before).toContain("stuck_payments");
  expect(before).not.toContain("approval_waiting");
  await saveNotificationSettings(ctx, (name) => (name === "success_rate_low.dashboard" ? "on" : ""));
  expect(await names()).toEqual(["success_rate_low"]);
  await happen(stuck(1), rate);
  expect(await counts(ctx)).toEqual(["success_rate_low"]);
  await resetNotificationSettings(ctx);
  expect(await names()).toEqual(before);
});

it("about the person's own access are always on, which their settings say (0327)", async () => {
  await saveNotificationSettings(ctx, () => "");
  const { events } = await readNotificationSettings(ctx, { language: "en", timeZone: "UTC" });
  expect(events.filter(({ isRequired }) => isRequired)).toEqual(
    ["new_device", "sign_in_changed", "codes_locked", "role_changed", "role_permissions_changed"].map(
      (event) => ({
        event,
        on: ["dashboard"],
        isRequired: true,
      }),
    ),
  );
  await happen({
    event: "role_changed",
    detail: { from: "support", to: "ops", by: "Asha" },
  });
  expect(await counts(ctx)).toEqual(["role_changed"]);
});
