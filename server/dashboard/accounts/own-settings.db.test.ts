import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import { resetNotificationSettings, saveNotificationSettings } from "../notifications/commands/save-settings";
import { saveLimits } from "../notifications/commands/save-limits";
import { limitsInForce, viewLimits } from "../notifications/queries/notification-limits";
import { readNotificationSettings } from "../notifications/queries/read-settings";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { chooseColumns } from "../views/commands/choose-columns";
import { copyView } from "../views/commands/copy-view";
import { deleteView } from "../views/commands/delete-view";
import { renameView } from "../views/commands/rename-view";
import { saveView } from "../views/commands/save-view";
import { shareView } from "../views/commands/share-view";
import { listViews } from "../views/queries/list-saved-views";
import { readColumns } from "../views/queries/read-columns";

/** One person, an admin in both accounts: what they set in one must not be set in the other. */
let harness: Harness;
let second: SecondAccount;
let sides: { here: Ctx; there: Ctx };

beforeAll(async () => {
  harness = await startHarness();
}, 60_000);
beforeEach(async () => {
  await harness.reset();
  second = await addSecondAccount(harness);
  const here = await harness.ctxOf("admin");
  sides = { here, there: await second.ctxOf("admin", here.actor) };
  return () => second.stop();
});
afterAll(() => harness.stop());

const DIRECTIONS = [
  ["first", "here", "there"],
  ["second", "there", "here"],
] as const;

it.each(DIRECTIONS)(
  "a view of the %s account, a shared one too, is not one of the other, whose people cannot change it",
  async (_name, own, other) => {
    const [ctx, elsewhere] = [sides[own], sides[other]];
    const saved = await saveView(ctx, { list: "payments", name: "Failed", query: "status=FAILURE" });
    if (saved.kind !== "done") throw new Error(saved.kind);
    const { viewId } = saved;
    expect(await shareView(ctx, { viewId, sharedWith: "everybody" })).toMatchObject({ kind: "done" });

    expect(await listViews(elsewhere, "payments")).toEqual({ own: [], shared: [], roles: [] });
    const attempts = await Promise.all([
      renameView(elsewhere, { viewId, name: "Mine" }),
      shareView(elsewhere, { viewId, sharedWith: "" }),
      copyView(elsewhere, { viewId }),
      deleteView(elsewhere, { viewId }),
    ]);
    expect(attempts.map(({ kind }) => kind)).toEqual(Array(4).fill("not_found"));
    // The name is free there, and the number of views is counted by account.
    expect(
      await saveView(elsewhere, { list: "payments", name: "Failed", query: "status=DROP" }),
    ).toMatchObject({ kind: "done" });
    expect((await listViews(ctx, "payments")).own).toMatchObject([
      { viewId, name: "Failed", query: "status=FAILURE", sharedWith: "everybody" },
    ]);
  },
);

it.each(DIRECTIONS)(
  "the columns of a list of the %s account are not those of the other",
  async (_name, own, other) => {
    const columns = ["reference", "amount"];
    expect(await chooseColumns(sides[own], { list: "payments", change: "all", columns })).toEqual({
      kind: "done",
    });
    expect(await readColumns(sides[own], "payments")).not.toBeNull();
    expect(await readColumns(sides[other], "payments")).toBeNull();
  },
);

it.each(DIRECTIONS)(
  "what a person turns off in the %s account stays on in the other, and is reset there alone",
  async (_name, own, other) => {
    const initial = { language: "en", timeZone: "UTC" } as const;
    const channelsOn = async (ctx: Ctx): Promise<string[]> =>
      (await readNotificationSettings(ctx, initial)).events
        .filter(({ isRequired }) => !isRequired)
        .flatMap(({ event, on }) => on.map((channel) => `${event}.${channel}`));
    const byDefault = await channelsOn(sides[other]);
    expect(byDefault).not.toEqual([]);
    await saveNotificationSettings(sides[own], () => "");
    expect([await channelsOn(sides[own]), await channelsOn(sides[other])]).toEqual([[], byDefault]);
    await resetNotificationSettings(sides[other]);
    expect(await channelsOn(sides[own])).toEqual([]);
  },
);

it.each(DIRECTIONS)("the limits of the %s account are not those of the other", async (_name, own, other) => {
  const before = await viewLimits(sides[other]);
  const limits = { stuckPayments: "50", successRatePoints: "5", lateRefundHours: "48" };
  expect(await saveLimits(sides[own], { version: "0", limits })).toEqual({ kind: "saved" });
  expect((await limitsInForce(sides[own])).stuckPayments).toBe(50);
  expect(await viewLimits(sides[other])).toEqual(before);
});
