import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "@/server/routing/testing/service";
import { openFaultyWire } from "../stack/faulty-wire";
import { merchantOf } from "../stack/merchant";
import { compareSequences } from "./model-proof";

const LIMIT_MS = 120_000;
const SIZE = { seed: 20261122, sequences: 400, longestSequence: 24 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SIMULATOR_REFUND_MS: "0" });
});
afterAll(() => service.stop());

/** A proof that cannot fail proves nothing: the real service, with one thing wrong in what it says. */
const LIES: Record<string, (body: string) => string> = {
  "a cancelled payment is told as open": (body) => body.replaceAll('"CANCELLED"', '"INITIATED"'),
  "a balance is a rupee too high": (body) =>
    body.replace(/refundable: (\d+)\./, (_, rupees: string) => `refundable: ${Number(rupees) + 1}.`),
  "a refund that was made is told as failed": (body) =>
    body.replaceAll(/"refund_status":"[A-Z]+"/g, '"refund_status":"FAILURE"'),
  "a second attempt hides the first": (body) => {
    const told: unknown = JSON.parse(body);
    return Array.isArray(told) ? JSON.stringify(told.slice(0, 1)) : body;
  },
};

test.each(Object.entries(LIES))(
  "the model notices that %s",
  async (_, lie) => {
    const wire = await openFaultyWire(service.baseUrl, {
      faultOf: () => null,
      rewrite: (_path, body) => lie(body),
    });
    const { apiKey, salt } = service.merchant;
    const found = await compareSequences(merchantOf({ baseUrl: wire.url, apiKey, salt }, 30_000), SIZE);
    await wire.close();
    expect(found).toMatch(/^seed /);
  },
  LIMIT_MS,
);
