import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_WORKING_KEYS } from "../domain/keys/api-key";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { createKey } from "./keys/create-key";
import { createMerchant, rotateMerchantKey } from "./manage-merchants";

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService();
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

const HOUR_MS = 60 * 60 * 1000;

/** A merchant with the maximum number of working keys. */
async function merchantWithAllKeys(name: string): Promise<number> {
  const created = await createMerchant({ ...context.deps, defaultGateway: "simulator" }, name);
  if (!created.ok) throw new Error(created.error.kind);
  const { merchantId } = created.value;
  for (let keys = 1; keys < MAX_WORKING_KEYS; keys += 1) {
    const key = await createKey(context.deps, merchantId, { label: `${keys}`, createdBy: "test" });
    if (!key.ok) throw new Error(key.error.kind);
  }
  return merchantId;
}

async function expiries(merchantId: number): Promise<(Date | null)[]> {
  const { rows } = await service.db.query<{ expires_at: Date | null }>(
    `select expires_at from api_keys where merchant_id = $1`,
    [merchantId],
  );
  return rows.map((row) => row.expires_at);
}

test("a rotation that is refused ends none of the merchant's keys", async () => {
  const deps = { ...context.deps, defaultGateway: "simulator" };
  const merchantId = await merchantWithAllKeys("Full");
  const rotated = await rotateMerchantKey(deps, "Full", HOUR_MS);
  expect(rotated).toEqual({ ok: false, error: { kind: "too_many_keys" } });
  expect(await expiries(merchantId)).toEqual(Array<null>(MAX_WORKING_KEYS).fill(null));
});

test("a rotation without overlap makes room by itself: it ends every key and gives one", async () => {
  const deps = { ...context.deps, defaultGateway: "simulator" };
  const merchantId = await merchantWithAllKeys("Full at once");
  expect((await rotateMerchantKey(deps, "Full at once", 0)).ok).toBe(true);
  const working = (await expiries(merchantId)).filter((at) => at === null);
  expect(working).toHaveLength(1);
});
