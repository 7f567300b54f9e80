import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { openFaultyWire } from "../stack/faulty-wire";
import { merchantOf } from "../stack/merchant";
import type { Program } from "../stack/program";
import { launchService, planService, type ProofService } from "../stack/service";
import { compareSequences } from "./model-proof";

const LIMIT_MS = 300_000;
const SIZE = { seed: 20261122, sequences: 400, longestSequence: 24, isShrunk: false };

let folder: string;
let database: TestDatabase;
let service: ProofService;
let program: Program;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-model-"));
  database = await createTestDatabase("model");
  service = await planService(database.url, { SIMULATOR_REFUND_MS: "0" });
  program = await launchService(folder, service);
  await program.ready;
}, LIMIT_MS);
afterAll(async () => {
  await program.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What the model finds when the real service's responses are changed on the wire. */
async function comparedOver(
  rewrite: (body: string) => string,
  sequences = SIZE.sequences,
): Promise<string | null> {
  const wire = await openFaultyWire(service.baseUrl, {
    faultOf: () => null,
    rewrite: (_path, body) => rewrite(body),
  });
  try {
    return await compareSequences(merchantOf({ ...service, baseUrl: wire.url }, 30_000), {
      ...SIZE,
      sequences,
    });
  } finally {
    await wire.close();
  }
}

test("over a wire that changes nothing, nothing is found", async () => {
  expect(await comparedOver((body) => body, 40)).toBeNull();
});

/** A proof that cannot fail proves nothing: each of these changes must cause the given difference. */
const LIES: [string, RegExp, (body: string) => string][] = [
  [
    "a cancelled payment is reported as initiated",
    /'?INITIATED'?[\s\S]*CANCELLED|CANCELLED[\s\S]*INITIATED/,
    (body) => body.replaceAll('"CANCELLED"', '"INITIATED"'),
  ],
  [
    "a balance is a rupee too high",
    /Remaining refundable/,
    (body) =>
      body.replace(/refundable: (\d+)\./, (_, rupees: string) => `refundable: ${Number(rupees) + 1}.`),
  ],
  [
    "a made refund is reported as failed",
    /RFD\d+ is FAILURE/,
    (body) => body.replaceAll(/"refund_status":"[A-Z]+"/g, '"refund_status":"FAILURE"'),
  ],
  [
    "a second attempt hides the first",
    /INITIATED|FAILURE|DROP/,
    (body) => {
      const json = JSON.parse(body) as unknown;
      return Array.isArray(json) ? JSON.stringify(json.slice(0, 1)) : body;
    },
  ],
];

test.each(LIES)(
  "the model notices that %s",
  async (_, difference, lie) => {
    expect(await comparedOver(lie)).toMatch(difference);
  },
  LIMIT_MS,
);
