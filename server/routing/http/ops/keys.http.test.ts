import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type Created, type Key, keyCalls } from "@/tools/testing/routing/key-calls";
import { eventually, MerchantCode } from "@/tools/testing/routing/merchant-code";
import { end, freePort, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: "200", RATE_LIMIT_BURST: "400" });
});
afterAll(() => service.stop());

const { keys, create, asHolderOf, works } = keyCalls(() => service);

/** A separate merchant for one test, whose keys no other test counts. */
const newMerchant = (): Promise<MerchantCode> => addMerchant(service);

describe("keys.create and keys.list", () => {
  test("a new key works at once beside the old one; its salt is shown once and nowhere else", async () => {
    const created = await create({ label: "Tills", created_by: "asha@example.com" });
    expect(created.key).toMatchObject({
      label: "Tills",
      status: "ACTIVE",
      created_by: "asha@example.com",
      is_caller: false,
      expires_at: null,
    });
    expect(await works(asHolderOf(created))).toBe(true);
    expect(await works(service.merchant)).toBe(true);
    const list = await keys("list", {});
    expect(list.text).toContain(created.key.api_key);
    expect(list.text).not.toContain(created.salt);
    expect(list.text).not.toContain(service.merchant.salt);
  });

  test("without a name of its maker, a new key names the caller's key in short", async () => {
    const created = await create({ label: "Unnamed" });
    const { key_id: keyId } = created.key;
    const rotated = (await keys("rotate", { key_id: keyId, overlap_hours: 0 })).json as Created;
    for (const { key } of [created, rotated]) {
      expect(key.created_by).toMatch(/^API key .{4,}…$/);
      expect(key.created_by).not.toContain(service.merchant.apiKey);
      expect(service.merchant.apiKey).toContain(key.created_by.replace(/^API key |…$/g, ""));
    }
  });

  test("a captured request makes one key and no second: its response would contain a salt (decision 0021)", async () => {
    const merchant = await newMerchant();
    const timestamp = String(Math.floor(Date.now() / 1000) - 60);
    const [path, body] = ["/v1/ops/keys/create", { label: "Captured" }];
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => merchant.ops("POST", path, body, { timestamp })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const again = await merchant.ops("POST", path, body, { timestamp });
    expect([again.status, again.json]).toEqual([
      401,
      { detail: "This signed request was sent before, and tells its secret once. Sign a new one." },
    ]);
    const { keys: listed } = (await keys("list", {}, merchant)).json as { keys: Key[] };
    expect(listed.filter(({ label }) => label === "Captured")).toHaveLength(1);
    expect((await merchant.ops("POST", path, body)).status).toBe(200);
  });

  test("pages go from the newest to the oldest, miss none and repeat none", async () => {
    const merchant = await newMerchant();
    for (let i = 0; i < 6; i += 1) await create({ label: `key ${i}` }, merchant);
    const labels: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (await keys("list", { limit: 3, cursor }, merchant)).json as {
        keys: Key[];
        next_cursor: string | null;
      };
      labels.push(...page.keys.map((key) => key.label));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(labels.slice(0, 6)).toEqual(["key 5", "key 4", "key 3", "key 2", "key 1", "key 0"]);
    expect(labels).toHaveLength(7);
  });

  test("a key with an end is EXPIRED and refused after it", async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    const created = await create({ label: "For a moment", expires_at: soon });
    expect(await works(asHolderOf(created))).toBe(true);
    await eventually(
      () => asHolderOf(created).status("none"),
      (reply) => reply.status === 401,
    );
    const listed = ((await keys("list", {})).json as { keys: Key[] }).keys;
    expect(listed.find((key) => key.key_id === created.key.key_id)?.status).toBe("EXPIRED");
  });

  test("a merchant has at most 20 working keys, also when they are requested at once", async () => {
    const merchant = await newMerchant();
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => keys("create", { label: "x" }, merchant)),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(19);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(5);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.text).toContain("Revoke one");
  });

  test.each([
    ["label", { label: " " }],
    ["label", {}],
    ["label", { label: "x".repeat(101) }],
    ["expires_at", { label: "x", expires_at: "tomorrow" }],
    ["expires_at", { label: "x", expires_at: "2020-01-01T00:00:00Z" }],
    ["rate_per_second", { label: "x", rate_per_second: 0 }],
    ["rate_burst", { label: "x", rate_burst: 1.5 }],
    ["salt", { label: "x", salt: "test_salt_mine" }],
  ])("a wrong %s is 400, named, and makes no key", async (field, body) => {
    const before = await service.db.query(`select from api_keys`);
    const reply = await keys("create", body);
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field }] }]);
    expect((await service.db.query(`select from api_keys`)).rowCount).toBe(before.rowCount);
  });
});

describe("keys.rotate", () => {
  test("the old key goes on for the overlap, or ends at once without one; limits and label move on", async () => {
    const old = await create({ label: "Web", rate_per_second: 50, rate_burst: 60 });
    const second = (await keys("rotate", { key_id: old.key.key_id, overlap_hours: 720 })).json as Created & {
      replaced: Key;
    };
    expect([await works(asHolderOf(old)), await works(asHolderOf(second))]).toEqual([true, true]);
    expect(second.key).toMatchObject({ label: "Web", rate_per_second: 50, rate_burst: 60, expires_at: null });
    expect(second.replaced.expires_at).not.toBeNull();
    const third = (await keys("rotate", { key_id: second.key.key_id, overlap_hours: 0 })).json as Created;
    expect([await works(asHolderOf(second)), await works(asHolderOf(third))]).toEqual([false, true]);
  });

  test("a key can rotate itself; one that has ended cannot be rotated", async () => {
    const own = asHolderOf(await create());
    const { key_id: keyId } = ((await keys("list", {}, own)).json as { keys: Key[] }).keys.find(
      (key) => key.is_caller,
    ) as Key;
    expect((await keys("rotate", { key_id: keyId, overlap_hours: 0 }, own)).status).toBe(200);
    expect(await works(own)).toBe(false);
    const again = await keys("rotate", { key_id: keyId, overlap_hours: 0 });
    expect([again.status, again.json]).toEqual([
      409,
      { detail: "The key has ended already. Create a new one instead." },
    ]);
  });

  test.each([[-1], [721], [1.5], ["5"], [null]])(
    "an overlap of %j hours is 400 and changes nothing",
    async (hours) => {
      const key = await create();
      const reply = await keys("rotate", { key_id: key.key.key_id, overlap_hours: hours });
      expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field: "overlap_hours" }] }]);
      expect(await works(asHolderOf(key))).toBe(true);
    },
  );
});

describe("keys.revoke", () => {
  test("ends the key on the next request of every process", async () => {
    const port = await freePort();
    const other = await launch({ ...service.variables, ROUTING_PORT: String(port) }, { role: "service" });
    try {
      const created = await create();
      const elsewhere = asHolderOf(created).at(`http://127.0.0.1:${port}`);
      expect([await works(asHolderOf(created)), await works(elsewhere)]).toEqual([true, true]);
      const revoked = await keys("revoke", { key_id: created.key.key_id });
      expect([revoked.status, revoked.json]).toMatchObject([200, { key: { status: "REVOKED" } }]);
      expect([await works(asHolderOf(created)), await works(elsewhere)]).toEqual([false, false]);
      const again = await keys("revoke", { key_id: created.key.key_id });
      expect(again.json).toEqual(revoked.json);
    } finally {
      await end(other, "SIGTERM");
    }
  });

  test("the last working key is kept, also when the last two are revoked at once", async () => {
    const merchant = await newMerchant();
    const second = await create({ label: "second" }, merchant);
    const ids = ((await keys("list", {}, merchant)).json as { keys: Key[] }).keys.map((key) => key.key_id);
    const replies = await Promise.all([
      keys("revoke", { key_id: ids[0] }, merchant),
      keys("revoke", { key_id: ids[1] }, asHolderOf(second)),
    ]);
    const alive = [await works(merchant), await works(asHolderOf(second))];
    expect(alive.filter(Boolean)).toHaveLength(1);
    const refused = replies.find((reply) => reply.status === 409);
    // If the other's key was revoked before it was checked, the response is the 401 of a key that does not work.
    if (refused !== undefined) expect(refused.text).toContain("last working key");
    const survivor = alive[0] === true ? merchant : asHolderOf(second);
    const own = ((await keys("list", {}, survivor)).json as { keys: Key[] }).keys.find(
      (key) => key.is_caller,
    );
    const last = await keys("revoke", { key_id: own?.key_id }, survivor);
    expect([last.status, last.text.includes("Create or rotate a key first")]).toEqual([409, true]);
    expect(await works(survivor)).toBe(true);
  });

  test("keys that are about to expire do not count as others (decision 0017)", async () => {
    const merchant = await newMerchant();
    const [first] = ((await keys("list", {}, merchant)).json as { keys: Key[] }).keys;
    const rotated = (await keys("rotate", { key_id: first?.key_id, overlap_hours: 1 }, merchant))
      .json as Created;
    const refused = await keys("revoke", { key_id: rotated.key.key_id }, merchant);
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        detail:
          "The merchant's other working keys end soon, before this one. Create or rotate a key first, then revoke this one.",
      },
    ]);
    expect(await works(asHolderOf(rotated))).toBe(true);
    // The screen advises this after a lost salt: rotate once more, then revoke the key that nobody can use.
    const again = (await keys("rotate", { key_id: first?.key_id, overlap_hours: 1 }, merchant))
      .json as Created;
    expect((await keys("revoke", { key_id: rotated.key.key_id }, merchant)).status).toBe(200);
    expect((await keys("revoke", { key_id: first?.key_id }, asHolderOf(again))).status).toBe(200);
    expect(await works(asHolderOf(again))).toBe(true);
  });

  test("another merchant's key, cursor and id are as absent as ones that never were", async () => {
    const stranger = await newMerchant();
    const mine = await create();
    for (const [verb, body] of [
      ["revoke", {}],
      ["update", { label: "stolen" }],
      ["rotate", { overlap_hours: 0 }],
    ] as const) {
      const theirs = await keys(verb, { key_id: mine.key.key_id, ...body }, stranger);
      const nobodys = await keys(verb, { key_id: "k_000000000000", ...body }, stranger);
      expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    }
    const page = await keys("list", { cursor: mine.key.key_id }, stranger);
    expect([page.status, page.json]).toMatchObject([400, { faults: [{ field: "cursor" }] }]);
    expect(await works(asHolderOf(mine))).toBe(true);
  });
});

describe("last_used_at", () => {
  test("is written when a process stops at the latest, and only for authenticated requests", async () => {
    const port = await freePort();
    const process = await launch({ ...service.variables, ROUTING_PORT: String(port) }, { role: "service" });
    const at = (merchant: MerchantCode): MerchantCode => merchant.at(`http://127.0.0.1:${port}`);
    const lastUsed = async (apiKey: string): Promise<Date | null> => {
      const { rows } = await service.db.query<{ last_used_at: Date | null }>(
        `select last_used_at from api_keys where api_key = $1`,
        [apiKey],
      );
      return rows[0]?.last_used_at ?? null;
    };
    const used = await create({ label: "used" });
    const named = await create({ label: "only named" });
    const forger = at(new MerchantCode(service.baseUrl, named.key.api_key, "test_salt_guessed"));
    expect([await works(at(asHolderOf(used))), await works(forger)]).toEqual([true, false]);
    expect(await lastUsed(used.key.api_key)).toBeNull();
    await end(process, "SIGTERM");
    expect(await lastUsed(used.key.api_key)).not.toBeNull();
    expect(await lastUsed(named.key.api_key)).toBeNull();
  });
});
