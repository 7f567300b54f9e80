import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { SIMULATOR } from "../../gateway/simulator/simulator";
import { depsOn } from "@/tools/testing/routing/deps";
import { type Key, keyCalls } from "@/tools/testing/routing/key-calls";
import { eventually, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { limitMerchant, type MerchantDeps } from "../../usecases/manage-merchants";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: "200", RATE_LIMIT_BURST: "400" });
});
afterAll(() => service.stop());

const { keys, create, asHolderOf, works } = keyCalls(() => service);

/** Runs what has no endpoint: the operator's own commands. */
async function withDeps<T>(work: (deps: MerchantDeps) => Promise<T>): Promise<T> {
  const { deps, close } = depsOn(service);
  try {
    return await work({ ...deps, defaultGateway: SIMULATOR });
  } finally {
    await close();
  }
}

describe("limits of one key (decision 0215)", () => {
  test("a merchant lowers its keys' limits and raises none above the service's", async () => {
    const { key } = await create({ label: "greedy", rate_per_second: 200, rate_burst: 400 });
    const raised = await keys("update", { key_id: key.key_id, rate_per_second: 201, rate_burst: 401 });
    expect([raised.status, raised.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "rate_per_second",
            text: "Must be at most 200, the limit that the service's operator has set. Only the operator can raise it.",
          },
          { field: "rate_burst" },
        ],
      },
    ]);
    const born = await keys("create", { label: "born greedy", rate_burst: 100_000 });
    expect([born.status, born.json]).toMatchObject([400, { faults: [{ field: "rate_burst" }] }]);
    const { keys: listed } = (await keys("list", {})).json as { keys: Key[] };
    expect(listed.find(({ key_id }) => key_id === key.key_id)).toMatchObject({
      rate_per_second: 200,
      rate_burst: 400,
    });
    expect(listed.some(({ label }) => label === "born greedy")).toBe(false);
  });

  test("the operator's limit applies whatever a merchant does with its keys (decision 0215)", async () => {
    const name = newReference();
    const merchant = await addMerchant(service, name);
    const own = await create({ label: "own", rate_per_second: 150 }, merchant);
    await withDeps((deps) => limitMerchant(deps, name, { perSecond: 1, burst: 40 }));
    const { key_id: keyId } = own.key;
    const lifted = await keys("update", { key_id: keyId, rate_per_second: null, rate_burst: null }, merchant);
    expect([lifted.status, lifted.json]).toMatchObject([200, { key: { rate_per_second: null } }]);
    for (const [verb, body] of [
      ["update", { key_id: keyId, rate_per_second: 2 }],
      ["create", { label: "new", rate_per_second: 2 }],
    ] as const) {
      const raised = await keys(verb, body, merchant);
      expect([raised.status, raised.json]).toMatchObject([400, { faults: [{ field: "rate_per_second" }] }]);
    }
    const fresh = await create({ label: "fresh" }, merchant);
    const floods = [merchant, asHolderOf(own), asHolderOf(fresh)].map((holder) =>
      Promise.all(Array.from({ length: 40 }, () => holder.status("none"))),
    );
    const passed = (await Promise.all(floods)).flat().filter(({ status }) => status === 404);
    // A burst of 40 and one a second, less the requests above; without the shared limit all 120 pass.
    expect(passed.length).toBeLessThan(80);
  });

  test("a limit that the operator has lowered since does not keep a key from being renamed", async () => {
    const name = newReference();
    const merchant = await addMerchant(service, name);
    const { key } = await create({ label: "before", rate_per_second: 150 }, merchant);
    await withDeps((deps) => limitMerchant(deps, name, { perSecond: 100 }));
    const body = { key_id: key.key_id, label: "after", rate_per_second: 150, rate_burst: null };
    const renamed = await keys("update", body, merchant);
    expect([renamed.status, renamed.json]).toMatchObject([200, { key: { label: "after" } }]);
  });

  test("a key's flood is answered 429 with Retry-After and touches no other key of the merchant", async () => {
    const slow = asHolderOf(await create({ label: "slow", rate_per_second: 1, rate_burst: 3 }));
    const flood = await Promise.all(Array.from({ length: 12 }, () => slow.status("none")));
    const refused = flood.filter((reply) => reply.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(7);
    for (const reply of refused) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    const opsRefused = await slow.ops("GET", "/v1/ops/capabilities");
    expect([opsRefused.status, opsRefused.headers.has("retry-after")]).toEqual([429, true]);
    expect(await works(service.merchant)).toBe(true);
  });

  test("keys.update lifts a limit on the next request, and null falls back to the service's own", async () => {
    const created = await create({ label: "slow", rate_per_second: 1, rate_burst: 1 });
    const slow = asHolderOf(created);
    const flood = async (): Promise<number> =>
      (await Promise.all(Array.from({ length: 8 }, () => slow.status("none")))).filter(
        (reply) => reply.status === 429,
      ).length;
    expect(await flood()).toBeGreaterThan(0);
    const lifted = await keys("update", {
      key_id: created.key.key_id,
      rate_per_second: null,
      rate_burst: null,
    });
    expect(lifted.json).toMatchObject({ key: { label: "slow", rate_per_second: null, rate_burst: null } });
    await eventually(flood, (refusedCount) => refusedCount === 0);
  });

  test("what keys.update leaves out stays as it is", async () => {
    const { key } = await create({ label: "before", rate_per_second: 7 });
    const updated = await keys("update", { key_id: key.key_id, label: "after" });
    expect(updated.json).toMatchObject({ key: { label: "after", rate_per_second: 7, rate_burst: null } });
  });
});
