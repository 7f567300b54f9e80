import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import {
  MerchantCode,
  newReference,
  paymentBody,
  type Path,
  type Reply,
} from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

const anyText = expect.any(String) as string;
const SHAPES: Record<Path, object> = {
  "/v1/route/initiate_payment": { success: false, message: [{ body: anyText }] },
  "/v1/route/transaction-status": { success: false, message: anyText },
  "/v1/route/transaction-cancel": { success: false, message: anyText },
  "/v1/route/refund-initiate/": { success: false, message: anyText, data: null },
  "/v1/route/refund-status/": { success: false, message: anyText, data: null },
};
const PATHS = Object.keys(SHAPES) as Path[];
const CAPABILITIES = "/v1/ops/capabilities";
const BODY = { ...paymentBody(), transaction_id: "x", refund_amount: "1.00", refund_id: "x" };

type Send = (merchant: MerchantCode, headers?: Record<string, string>) => Promise<Reply>;
const FORGERIES: readonly [string, Send][] = [
  ...PATHS.map((path): [string, Send] => [
    `a wrong hash on ${path}`,
    (merchant, headers) => merchant.send(path, BODY, ["forged"], headers),
  ]),
  ["no hashed field", (merchant, headers) => merchant.send(PATHS[0] ?? "", {}, [], headers)],
  [
    "a wrong ops signature",
    (merchant) => merchant.ops("GET", CAPABILITIES, undefined, { salt: "test_salt_guessed" }),
  ],
];

/** Sends one request after the other, so that the order in which they are counted is known. */
async function repeat(times: number, send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let i = 0; i < times; i += 1) replies.push(await send());
  return replies;
}
const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status);
const own = (merchant: MerchantCode, times: number): Promise<Reply[]> =>
  repeat(times, () => merchant.status("none"));

describe("what a key may send (decision 0215)", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ RATE_LIMIT_BURST: "4", RATE_LIMIT_PER_SECOND: "0.01" });
  });
  afterAll(() => service.stop());

  test.each(FORGERIES)("%s, however often, takes nothing of it", async (_name, forge) => {
    const merchant = await addMerchant(service);
    const forged = await Promise.all(Array.from({ length: 40 }, () => forge(merchant)));
    expect(forged.filter(({ status }) => status !== 400 && status !== 401)).toEqual([]);
    expect(statuses(await own(merchant, 5))).toEqual([404, 404, 404, 404, 429]);
  });
});

describe("requests that are not authenticated", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ FAILURE_LIMIT_BURST: "10", FAILURE_LIMIT_PER_SECOND: "0.01" });
  });
  afterAll(() => service.stop());

  test("of one source and key are 429 beyond their limit, while the same source's authenticated ones pass", async () => {
    const forge = FORGERIES[1]?.[1];
    if (forge === undefined) throw new Error("no forgery");
    expect(statuses(await repeat(12, () => forge(service.merchant)))).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
    ]);
    for (const path of PATHS) {
      const reply = await service.merchant.send(path, BODY, ["forged"]);
      expect([reply.status, reply.json]).toEqual([429, SHAPES[path]]);
      expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    const ops = await service.merchant.ops("GET", CAPABILITIES, undefined, { salt: "test_salt_guessed" });
    expect([ops.status, ops.json]).toEqual([429, { detail: anyText }]);
    expect(ops.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(statuses(await own(service.merchant, 20))).toEqual(Array.from({ length: 20 }, () => 404));
    expect((await service.merchant.ops("GET", CAPABILITIES)).status).toBe(200);
  });

  test("with unknown keys are counted together for their source, whatever key they name", async () => {
    const stranger = (): MerchantCode => new MerchantCode(service.baseUrl, newReference(), "x");
    const replies = await repeat(600, () => own(stranger(), 1).then(([reply]) => reply as Reply));
    expect(statuses(replies.slice(0, 10))).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses(replies.slice(10))).toEqual(Array.from({ length: 590 }, () => 429));
    expect((await stranger().ops("GET", CAPABILITIES)).status).toBe(429);
    expect(statuses(await own(service.merchant, 1))).toEqual([404]);
  });

  test("a sender's own X-Forwarded-For makes it no other source", async () => {
    const merchant = await addMerchant(service);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        merchant.send(PATHS[1] ?? "", BODY, ["forged"], { "X-Forwarded-For": `198.51.100.${i}` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

test("behind a proxy that is named, the address that it adds is the source", async () => {
  const service = await startTestService({
    FAILURE_LIMIT_BURST: "2",
    FAILURE_LIMIT_PER_SECOND: "0.01",
    ROUTING_TRUSTED_PROXIES: "127.0.0.0/8",
  });
  try {
    const from = (addresses: string): Promise<Reply> =>
      service.merchant.send(PATHS[1] ?? "", BODY, ["forged"], { "X-Forwarded-For": addresses });
    expect(statuses(await repeat(3, () => from("198.51.100.1")))).toEqual([401, 401, 429]);
    // Everything before it is only the sender's own claim.
    expect((await from("203.0.113.9, 198.51.100.1")).status).toBe(429);
    expect((await from("198.51.100.2")).status).toBe(401);
  } finally {
    await service.stop();
  }
});
