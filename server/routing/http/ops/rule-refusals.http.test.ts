import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules, storeRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Wire = Record<string, unknown>;
const ops = (verb: string, body: object, merchant = service.merchant): Promise<Reply> =>
  merchant.ops("POST", `/v1/ops/rules/${verb}`, body);
const current = async (merchant = service.merchant) =>
  (await ops("current", {}, merchant)).json as { version: number; rules: Wire[]; author: string };

test("a rule that was saved with an abbreviation still routes, says what to correct, and is not saved again before", async () => {
  const time_zone = "IST";
  const windows = [
    { time_zone, days: ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"], from: "00:00", to: "00:00" },
  ];
  const version = await storeRules(service, [rule("old", { active_times: { windows } })]);
  expect((await service.merchant.initiate()).json).toMatchObject({ success: true });

  const field = "rules.0.active_times.windows.0.time_zone";
  for (const shown of [await ops("current", {}), await ops("version", { version })]) {
    expect(shown.json).toMatchObject({ version, problems: [{ field }] });
  }
  const { rules } = await current();
  const saved = await ops("save", { expected_version: version, rules });
  expect([saved.status, saved.json]).toMatchObject([400, { faults: [{ field }] }]);

  const corrected = [
    rule("old", { active_times: { windows: [{ ...windows[0], time_zone: "Asia/Calcutta" }] } }),
  ];
  expect((await ops("save", { expected_version: version, rules: corrected })).json).toMatchObject({
    problems: [],
  });
  const restored = await ops("restore", { version, expected_version: version + 1 });
  expect([restored.status, restored.json]).toMatchObject([
    422,
    { faults: [{ field: `version ${version}, ${field}` }] },
  ]);
});

describe("bad rules are 400, name the field, and change nothing", () => {
  const leaf = { field: "amount", min: "1.00" };
  const nest = (depth: number): object => (depth === 0 ? leaf : { all: [nest(depth - 1)] });
  const bad: [string, Wire, string][] = [
    ["an id with a space", { id: "a b" }, "rules.0.id"],
    ["a blank name", { name: " " }, "rules.0.name"],
    ["a long name", { name: "x".repeat(101) }, "rules.0.name"],
    ["a priority that is no whole number", { priority: 1.5 }, "rules.0.priority"],
    ["a priority as a text", { priority: "1" }, "rules.0.priority"],
    ["no active", { active: undefined }, "rules.0.active"],
    ["a field that is none", { surprise: 1 }, "rules.0.surprise"],
    ["no target", { target: undefined }, "rules.0.target"],
    ["an unknown kind of target", { target: { kind: "best" } }, "rules.0.target.kind"],
    ["an unknown gateway", { target: { kind: "gateway", gateway: "nowhere" } }, "rules.0.target.gateway"],
    [
      "an unknown gateway in a list",
      { target: { kind: "failover", gateways: ["simulator", "nowhere"] } },
      "rules.0.target.gateways.1",
    ],
    [
      "an unknown gateway in a split",
      {
        target: {
          kind: "split",
          shares: [
            { gateway: "simulator", weight: 1 },
            { gateway: "nowhere", weight: 1 },
          ],
        },
      },
      "rules.0.target.shares.1.gateway",
    ],
    ["an empty failover list", { target: { kind: "failover", gateways: [] } }, "rules.0.target.gateways"],
    [
      "a gateway twice",
      { target: { kind: "failover", gateways: ["simulator", "simulator"] } },
      "rules.0.target.gateways",
    ],
    [
      "a weight of 0",
      {
        target: {
          kind: "split",
          shares: [
            { gateway: "simulator", weight: 0 },
            { gateway: "b", weight: 1 },
          ],
        },
      },
      "rules.0.target.shares.0.weight",
    ],
    [
      "a split of one",
      { target: { kind: "split", shares: [{ gateway: "simulator", weight: 1 }] } },
      "rules.0.target.shares",
    ],
    ["a condition that is none", { conditions: {} }, "rules.0.conditions"],
    ["a condition on an unknown field", { conditions: { field: "mood" } }, "rules.0.conditions.field"],
    ["an amount without an end", { conditions: { field: "amount" } }, "rules.0.conditions.min"],
    ["a malformed end", { conditions: { field: "amount", min: "1e3" } }, "rules.0.conditions.min"],
    ["an end as a number", { conditions: { field: "amount", max: 5 } }, "rules.0.conditions.max"],
    [
      "ends the wrong way round",
      { conditions: { field: "amount", min: "5", max: "4.99" } },
      "rules.0.conditions.max",
    ],
    [
      "an unknown method",
      { conditions: { field: "payment_method", one_of: ["UPI", "upi"] } },
      "rules.0.conditions.one_of.1",
    ],
    [
      "an unknown scheme deep in the tree",
      { conditions: { any: [leaf, { all: [leaf, { field: "card_scheme", one_of: ["X"] }] }] } },
      "rules.0.conditions.any.1.all.1.one_of.0",
    ],
    [
      "an unknown currency",
      { conditions: { field: "currency", one_of: ["ABC"] } },
      "rules.0.conditions.one_of.0",
    ],
    ["an empty list", { conditions: { field: "issuing_bank", one_of: [] } }, "rules.0.conditions.one_of"],
    [
      "two ways to compare",
      { conditions: { field: "udf1", equals: "a", prefix: "b" } },
      "rules.0.conditions.equals",
    ],
    ["no way to compare", { conditions: { field: "udf1" } }, "rules.0.conditions.equals"],
    ["an empty prefix", { conditions: { field: "udf2", prefix: "" } }, "rules.0.conditions.prefix"],
    ["a NUL", { conditions: { field: "udf3", equals: "a\0" } }, "rules.0.conditions.equals"],
    ["an empty group", { conditions: { all: [] } }, "rules.0.conditions.all"],
    ["a group that is both", { conditions: { all: [leaf], any: [leaf] } }, "rules.0.conditions.any"],
    ["groups five deep", { conditions: nest(5) }, "rules.0.conditions"],
    [
      "fifty-one conditions",
      { conditions: { all: [{ any: Array<object>(26).fill(leaf) }, { any: Array<object>(25).fill(leaf) }] } },
      "rules.0.conditions",
    ],
    ["active times that say nothing", { active_times: {} }, "rules.0.active_times.from"],
    [
      "a time without an offset",
      { active_times: { from: "2026-01-01T00:00:00" } },
      "rules.0.active_times.from",
    ],
    [
      "an end before the begin",
      { active_times: { from: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" } },
      "rules.0.active_times.until",
    ],
    [
      "an abbreviation for a zone",
      { active_times: { windows: [{ time_zone: "IST", days: ["MON"], from: "09:00", to: "10:00" }] } },
      "rules.0.active_times.windows.0.time_zone",
    ],
    [
      "an unknown zone",
      { active_times: { windows: [{ time_zone: "Mars", days: ["MON"], from: "09:00", to: "10:00" }] } },
      "rules.0.active_times.windows.0.time_zone",
    ],
    [
      "a day twice",
      {
        active_times: { windows: [{ time_zone: "UTC", days: ["MON", "MON"], from: "09:00", to: "10:00" }] },
      },
      "rules.0.active_times.windows.0.days",
    ],
    [
      "a time of day that is none",
      { active_times: { windows: [{ time_zone: "UTC", days: ["MON"], from: "9:00", to: "24:00" }] } },
      "rules.0.active_times.windows.0.from",
    ],
  ];
  test.each(bad)("%s", async (_name, fields, field) => {
    const { version } = await current();
    const reply = await ops("save", { expected_version: version, rules: [rule("r", fields)] });
    const faults = (reply.json as { faults?: { field: string; text: string }[] }).faults ?? [];
    expect([reply.status, faults.map((fault) => fault.field)]).toEqual([
      400,
      expect.arrayContaining([field]) as string[],
    ]);
    expect(faults.find((fault) => fault.field === field)?.text).not.toMatch(/^Invalid input/);
    expect((await current()).version).toBe(version);
  });

  test("an id twice, and more than a hundred rules", async () => {
    const { version } = await current();
    const twice = await ops("save", { expected_version: version, rules: [rule("same"), rule("same")] });
    expect([twice.status, twice.json]).toMatchObject([400, { faults: [{ field: "rules.1.id" }] }]);
    const many = Array.from({ length: 101 }, (_, index) => rule(`r${index}`));
    const tooMany = await ops("save", { expected_version: version, rules: many });
    expect([tooMany.status, tooMany.json]).toMatchObject([400, { faults: [{ field: "rules" }] }]);
    expect((await current()).version).toBe(version);
  });

  test("everything at the edge of its bounds is accepted", async () => {
    const nested = { all: [{ any: [{ all: [{ any: Array<object>(50).fill(leaf) }] }] }] };
    await saveRules(service.merchant, [
      ...Array.from({ length: 99 }, (_, index) => rule(`r${index}`)),
      rule("x".repeat(40), { conditions: nested, name: "😀".repeat(100) }),
    ]);
    expect((await current()).rules).toHaveLength(100);
  });

  test.each([
    ["expected_version", "save", { rules: [] }],
    ["expected_version", "save", { rules: [], expected_version: "1" }],
    ["rules", "save", { expected_version: 1 }],
    ["version", "restore", { expected_version: 1 }],
    ["version", "version", { version: 0 }],
    ["cursor", "versions", { cursor: "x" }],
    ["cursor", "versions", { cursor: "99999999999" }],
    ["cursor", "replay", { cursor: "x" }],
    ["count", "replay", { count: 1_001 }],
    ["rules", "simulate", { payment: { transaction_amount: "1" }, version: 1, rules: [] }],
    ["payment.transaction_amount", "simulate", { payment: { transaction_amount: 1 } }],
    ["payment.card_scheme", "simulate", { payment: { transaction_amount: "1", card_scheme: "X" } }],
    ["at", "simulate", { payment: { transaction_amount: "1" }, at: "now" }],
  ])("a wrong %s of rules.%s is named", async (field, verb, body) => {
    const reply = await ops(verb, body);
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field }] }]);
  });
});
