import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameStep, noveltyOf, openAlertOf, type PaymentAlert, toldOf } from "./alert";

const of = (kind: PaymentAlert["kind"], dispute: string | null = null, event = kind): PaymentAlert => ({
  kind,
  detail: dispute === null ? {} : { dispute_id: dispute, event },
});

test.each<[string, PaymentAlert[], string | null]>([
  ["nothing was reported", [], null],
  ["a dispute is open", [of("dispute_opened", "d1")], "disputed"],
  ["its money was taken", [of("dispute_opened", "d1"), of("charged_back", "d1")], "charged_back"],
  [
    "it was taken first and announced later",
    [of("charged_back", "d1"), of("dispute_opened", "d1")],
    "charged_back",
  ],
  ["it was won", [of("dispute_opened", "d1"), of("charged_back", "d1"), of("dispute_won", "d1")], null],
  ["it was won and announced later", [of("dispute_won", "d1"), of("dispute_opened", "d1")], null],
  [
    "one of two was won",
    [of("charged_back", "d1"), of("dispute_won", "d1"), of("dispute_opened", "d2")],
    "disputed",
  ],
  [
    "it was charged back again",
    [of("charged_back", "d1"), of("dispute_won", "d1"), of("charged_back", "d1", "charge_found")],
    "charged_back",
  ],
  ["it is over, and nothing was taken", [of("dispute_opened", "d1"), of("dispute_closed", "d1")], null],
  ["it was over and announced later", [of("dispute_closed", "d1"), of("dispute_opened", "d1")], null],
  [
    "it is over, and what was taken is not said to be back",
    [of("charged_back", "d1"), of("dispute_closed", "d1")],
    "charged_back",
  ],
  [
    "it was over, and what was taken is told later",
    [of("dispute_closed", "d1"), of("charged_back", "d1")],
    "charged_back",
  ],
  ["the gateway has no money", [of("charge_missing")], "charge_missing"],
  ["the gateway has it again", [of("charge_missing"), of("charge_found")], null],
  [
    "it has none, and there is a dispute",
    [of("charge_missing"), of("dispute_opened", "d1")],
    "charge_missing",
  ],
])("%s", (_, alerts, expected) => {
  expect(openAlertOf(alerts)).toBe(expected);
});

test("what was reported before is no news, another step of the same dispute is", () => {
  const earlier = [of("dispute_opened", "d1"), of("charged_back", "d1", "charged_back")];
  expect(noveltyOf(earlier, of("dispute_opened", "d1"))).toBe("known");
  expect(noveltyOf(earlier, of("charged_back", "d1", "charge_missing"))).toBe("new");
  expect(noveltyOf(earlier, of("dispute_opened", "d2"))).toBe("new");
  expect(noveltyOf([], of("charge_found"))).toBe("known");
  expect(noveltyOf([of("charge_missing")], of("charge_missing"))).toBe("known");
  expect(noveltyOf([of("charge_missing"), of("charge_found")], of("charge_missing"))).toBe("new");
});

describe("a dispute whose vendor says when each step was", () => {
  const at = (kind: PaymentAlert["kind"], changed: number): PaymentAlert => ({
    kind,
    detail: { dispute_id: "d1", event: kind, changed_at: `2026-11-28T10:00:0${changed}.000Z` },
  });
  const openedAgain = at("dispute_opened", 3);

  test("opens again after its end, once, and ends again", () => {
    const won = [at("dispute_opened", 1), at("dispute_won", 2)];
    expect([openAlertOf(won), noveltyOf(won, openedAgain)]).toEqual([null, "new"]);
    const again = [...won, openedAgain];
    expect([openAlertOf(again), noveltyOf(again, openedAgain)]).toEqual(["disputed", "known"]);
    const wonAgain = at("dispute_won", 4);
    expect(noveltyOf(again, wonAgain)).toBe("new");
    expect(openAlertOf([...again, wonAgain])).toBeNull();
  });

  test("does not open again by what comes late or is repeated", () => {
    for (const end of ["dispute_won", "dispute_closed"] as const) {
      const ended = [at(end, 3)];
      expect(openAlertOf([...ended, at("dispute_opened", 1)])).toBeNull();
      expect(openAlertOf([...ended, openedAgain])).toBeNull();
      const again = [at("dispute_opened", 1), at(end, 2), openedAgain];
      expect(noveltyOf(again, at(end, 2))).toBe("known");
      expect(openAlertOf([...again, at(end, 2)])).toBe("disputed");
    }
  });

  test.each<[string, PaymentAlert[], PaymentAlert, string | null]>([
    ["an older win", [at("dispute_opened", 1), at("charged_back", 3)], at("dispute_won", 2), null],
    [
      "a win between chargeback and opening",
      [at("charged_back", 1), openedAgain],
      at("dispute_won", 2),
      "dispute_opened",
    ],
    ["an older announcement", [at("dispute_won", 3)], at("dispute_opened", 1), null],
    ["an older chargeback that was won since", [at("dispute_won", 3)], at("charged_back", 2), null],
    ["an older end", [at("charged_back", 3)], at("dispute_closed", 2), null],
    ["an announcement of the same moment", [at("charged_back", 2)], at("dispute_opened", 2), null],
    ["an older chargeback before an end", [at("dispute_closed", 3)], at("charged_back", 2), "charged_back"],
    ["the newest announcement", [at("charged_back", 1)], at("dispute_opened", 2), "dispute_opened"],
    ["the newest end", [at("charged_back", 1)], at("dispute_closed", 2), "dispute_closed"],
    ["the first step", [], at("dispute_opened", 1), "dispute_opened"],
    [
      "an announcement without a time, not first",
      [of("dispute_won", "d1")],
      of("dispute_opened", "d1"),
      null,
    ],
    ["an end without a time", [of("charged_back", "d1")], of("dispute_closed", "d1"), "dispute_closed"],
    ["another dispute's step", [at("dispute_won", 3)], of("dispute_opened", "d2"), "dispute_opened"],
    ["money that is back", [of("charge_missing"), at("charged_back", 3)], of("charge_found"), "charge_found"],
  ])("%s is told as how the dispute stands then", (_, earlier, step, expected) => {
    expect(toldOf(earlier, step)?.kind ?? null).toBe(expected);
  });

  test("stays charged back while it is looked at again", () => {
    expect(openAlertOf([at("charged_back", 1), at("dispute_opened", 2)])).toBe("charged_back");
    expect(openAlertOf([at("dispute_won", 3), at("charged_back", 2)])).toBeNull();
  });

  test("is charged back when that was before an end that says nothing, whichever comes first", () => {
    expect(openAlertOf([at("dispute_closed", 3), at("charged_back", 2)])).toBe("charged_back");
  });

  /** Returns the alerts that `recordAlert` would have stored. */
  function stored(steps: readonly PaymentAlert[]): PaymentAlert[] {
    const alerts: PaymentAlert[] = [];
    for (const step of steps) {
      const novelty = noveltyOf(alerts, step);
      if (novelty === "new") alerts.push(structuredClone(step));
      const same = alerts.findLast((each) => isSameStep(each, step));
      if (novelty === "later" && same !== undefined)
        same.detail["changed_at"] = step.detail["changed_at"] ?? "";
    }
    return alerts;
  }

  test("stays open when an older end comes after a repeated step that moved nothing", () => {
    const [opened, won] = ["dispute_opened", "dispute_won"] as const;
    const again = [at(opened, 1), at(opened, 3), at(won, 2)];
    expect([stored(again).length, openAlertOf(stored(again))]).toEqual([2, "disputed"]);
    const twice = [at(opened, 1), at(won, 2), at(opened, 3), at(opened, 5), at(won, 4)];
    expect([stored(twice).length, openAlertOf(stored(twice))]).toEqual([3, "disputed"]);
  });

  const steps = fc
    .array(fc.constantFrom("dispute_opened", "charged_back", "dispute_won", "dispute_closed"), {
      minLength: 1,
      maxLength: 9,
    })
    .map((kinds) => kinds.map((kind, index) => at(kind, index + 1)));
  const inAnyOrder = steps.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
    ),
  );

  test("comes to the same in whatever order its steps come, and however often", () => {
    fc.assert(
      fc.property(inAnyOrder, ([all, come]) => {
        expect(openAlertOf(stored(come))).toBe(openAlertOf(all));
      }),
    );
  });

  test("is told as it stands whenever a step changes that, in whatever order they come", () => {
    fc.assert(
      fc.property(inAnyOrder, ([, come]) => {
        come.forEach((step, index) => {
          const earlier = stored(come.slice(0, index));
          const now = openAlertOf(stored(come.slice(0, index + 1)));
          const told = toldOf(earlier, step);
          if (now !== openAlertOf(earlier)) expect(openAlertOf(told === null ? [] : [told])).toBe(now);
        });
      }),
    );
  });
});
