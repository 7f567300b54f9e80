import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { end, freePort, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let neighbour: MerchantCode;
beforeAll(async () => {
  service = await startTestService();
  neighbour = await addMerchant(service);
});
afterAll(() => service.stop());

type Wire = Record<string, unknown>;
const ops = (verb: string, body: object, merchant = service.merchant): Promise<Reply> =>
  merchant.ops("POST", `/v1/ops/rules/${verb}`, body);
const current = async (merchant = service.merchant) =>
  (await ops("current", {}, merchant)).json as { version: number; rules: Wire[]; author: string };

describe("versions", () => {
  test("a new merchant starts with version 1, which sends every payment to the simulator", async () => {
    const reply = await ops("current", {}, neighbour);
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        version: 1,
        author: "paydeck",
        note: "A new merchant's first rules.",
        restored_from: null,
        created_at: expect.any(String) as string,
        rules: [
          {
            id: "every-payment",
            name: "Every payment",
            priority: 1000,
            active: true,
            target: { kind: "gateway", gateway: "simulator" },
          },
        ],
        problems: [],
      },
    ]);
  });

  test("a save is the next version, in force at once, with its author and note; the one before stays as it was", async () => {
    const before = await current();
    const rules = [
      rule("cards", {
        conditions: { all: [{ field: "card_scheme", one_of: ["visa"] }] },
        active_times: {
          from: "2026-01-01T00:00:00+05:30",
          windows: [{ time_zone: "Asia/Kolkata", days: ["MON"], from: "09:00", to: "18:00" }],
        },
      }),
      rule("rest", { priority: 200 }),
    ];
    const saved = await ops("save", {
      expected_version: before.version,
      rules,
      author: "ops@example.com",
      note: "Visa first",
    });
    const [cards, rest] = rules;
    const kept = {
      version: before.version + 1,
      author: "ops@example.com",
      note: "Visa first",
      restored_from: null,
      created_at: expect.any(String) as string,
      rules: [{ ...cards, conditions: { all: [{ field: "card_scheme", one_of: ["VISA"] }] } }, rest],
      problems: [],
    };
    expect([saved.status, saved.json]).toEqual([200, { ...kept, warnings: [] }]);
    expect(await current()).toEqual(kept);
    expect((await ops("version", { version: before.version })).json).toEqual(before);
  });

  test("a save counts in every process from the next payment on", async () => {
    const port = await freePort();
    const other = await launch({ ...service.variables, ROUTING_PORT: String(port) });
    try {
      const elsewhere = service.merchant.at(`http://127.0.0.1:${port}`);
      for (const udf1 of ["a", "b", "c"]) {
        await saveRules(service.merchant, [rule(udf1, { conditions: { field: "udf1", equals: udf1 } })]);
        for (const merchant of [service.merchant, elsewhere]) {
          expect((await merchant.initiate({ udf1 })).status).toBe(201);
          expect((await merchant.initiate({ udf1: "other" })).status).toBe(400);
        }
      }
    } finally {
      await end(other, "SIGTERM");
    }
  });

  test("a change made from a version that is not in force any more is 409, says which is and by whom, and changes nothing", async () => {
    const { version } = await current();
    await ops("save", { expected_version: version, rules: [rule("new")], author: "Asha" });
    const late = await ops("save", { expected_version: version, rules: [rule("late")] });
    expect([late.status, late.json]).toEqual([
      409,
      { detail: expect.stringContaining(`Version ${version + 1} is in force, saved by Asha`) as string },
    ]);
    const ahead = await ops("save", { expected_version: version + 5, rules: [rule("ahead")] });
    expect(ahead.status).toBe(409);
    expect(await current()).toMatchObject({ version: version + 1, rules: [{ id: "new" }] });
  });

  test("of twenty people who change the same version at once, one succeeds and the others get a conflict", async () => {
    const { version } = await current();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ops("save", { expected_version: version, rules: [rule(`person-${index}`)] }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect((await current()).version).toBe(version + 1);
  });

  test("without an author the key is shown shortened, never in full", async () => {
    await saveRules(service.merchant, [rule("by-key")]);
    const { author } = await current();
    expect(author).toMatch(/^API key test_key_/);
    expect(author).not.toContain(service.merchant.apiKey);
  });

  test("an older version is restored as a new one that says so", async () => {
    const older = await saveRules(service.merchant, [rule("good")]);
    const newer = await saveRules(service.merchant, [rule("bad")]);
    const restored = await ops("restore", { version: older, expected_version: newer, note: "back" });
    expect([restored.status, restored.json]).toMatchObject([
      200,
      { version: newer + 1, restored_from: older, note: "back", rules: [{ id: "good" }], warnings: [] },
    ]);
    const again = await ops("restore", { version: older, expected_version: newer });
    expect(again.status).toBe(409);
  });

  test("versions come newest first, in pages that miss none and repeat none", async () => {
    const { version } = await current();
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = (await ops("versions", { limit: 3, cursor })).json as {
        versions: { version: number; rule_count: number }[];
        next_cursor: string | null;
      };
      expect(page.versions.length).toBeLessThanOrEqual(3);
      seen.push(...page.versions.map((item) => item.version));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: version }, (_, index) => version - index));
  });

  test("a version is never changed or deleted, not even in the database", async () => {
    const change = service.db.query(`update routing_rule_sets set rules = '[]'`);
    await expect(change).rejects.toThrow("never changed");
    await expect(service.db.query(`delete from routing_rule_sets`)).rejects.toThrow("never changed");
  });

  test("a set that leaves no active rule is saved with a warning", async () => {
    const { version } = await current();
    const saved = await ops("save", {
      expected_version: version,
      rules: [
        rule("off", { active: false }),
        rule("over", { active_times: { until: "2020-01-01T00:00:00Z" } }),
      ],
    });
    expect(saved.json).toMatchObject({
      version: version + 1,
      warnings: [
        { code: "no_active_rule", rule_id: null },
        { code: "rule_is_over", rule_id: "over" },
      ],
    });
  });

  test("unknown versions are 404, and another merchant's versions are unknown (failure 32)", async () => {
    const { version } = await current();
    expect((await ops("version", { version: 9_999 })).status).toBe(404);
    const theirs = await ops("version", { version }, neighbour);
    const none = await ops("version", { version: 9_999 }, neighbour);
    expect([theirs.status, theirs.text]).toEqual([none.status, none.text]);
    const restored = await ops("restore", { version, expected_version: 1 }, neighbour);
    expect(restored.status).toBe(404);
    for (const verb of ["simulate", "replay"]) {
      const body = { version, ...(verb === "simulate" ? { payment: { transaction_amount: "1.00" } } : {}) };
      expect((await ops(verb, body, neighbour)).status).toBe(404);
    }
  });
});

describe("restoring rules whose gateway is gone", () => {
  test("is 422, names the gateway, and changes nothing", async () => {
    const { version } = await current();
    await service.db.query(
      `insert into routing_rule_sets (merchant_id, version, rules, author, created_at) values (1, $1, $2, 'test', now())`,
      [version + 1, JSON.stringify([rule("gone", { target: { kind: "gateway", gateway: "left-us" } })])],
    );
    const reply = await ops("restore", { version: version + 1, expected_version: version + 1 });
    expect([reply.status, reply.json]).toMatchObject([
      422,
      { detail: expect.stringContaining('"left-us"') as string },
    ]);
    expect((await current()).version).toBe(version + 1);
  });
});
