import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { createRandom } from "../random";
import type { Program } from "../stack/program";
import { launchService, planService, type ProofService } from "../stack/service";
import { sideBySide } from "../stack/side-by-side";
import { faultOfRaw, faultOfService } from "./check-response";
import { documentedOperations, type Operation } from "./documented";
import { createSender, sendRaw } from "./send";
import { KnownIds, rawRequest, serviceRequest } from "./service-requests";

const SEED = 1;
/** Some of each operation; `prove input` sends more, also to the dashboard. */
const REQUESTS = 600;
const RAW_REQUESTS = 60;
const AT_ONCE = 8;

let folder: string;
let database: TestDatabase;
let service: ProofService;
let program: Program;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-input-"));
  database = await createTestDatabase("input");
  service = await planService(database.url);
  program = await launchService(folder, service);
  await program.ready;
});
afterAll(async () => {
  await program.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The faults of the requests 0 to `count - 1`. */
async function faultsOf(count: number, one: (index: number) => Promise<string | null>): Promise<string[]> {
  const faults: string[] = [];
  const indexes = Array.from({ length: count }, (_, index) => index);
  await sideBySide(indexes, { atOnce: AT_ONCE, hasTime: () => true }, async (index) => {
    const fault = await one(index);
    if (fault !== null) faults.push(fault);
  });
  return faults;
}

test("no operation answers anything that is not documented, whatever it is sent (failures 9 to 19)", async () => {
  const operations = documentedOperations(await (await fetch(`${service.baseUrl}/openapi.json`)).json());
  expect(operations.length).toBeGreaterThan(30);
  const sender = createSender(service.baseUrl, AT_ONCE);
  const known = new KnownIds();
  const faults = await faultsOf(REQUESTS, async (index) => {
    const random = createRandom(SEED).fork(`service ${index}`);
    const nowSeconds = Math.floor(Date.now() / 1000);
    const sent = serviceRequest(
      random,
      operations as [Operation, ...Operation[]],
      service,
      known,
      nowSeconds,
    );
    const received = await sender.send(sent);
    if (received.kind === "answer") known.keep(received.text, random);
    const fault = faultOfService(sent.operation, sent.method, received);
    return fault === null ? null : `${index}: ${sent.method} ${sent.path} ${String(sent.body)}: ${fault}`;
  });
  sender.close();
  expect(faults).toEqual([]);
});

test("raw bytes are refused or cut off, and the service stays well", async () => {
  const faults = await faultsOf(RAW_REQUESTS, async (index) => {
    const bytes = rawRequest(createRandom(SEED).fork(`raw ${index}`), [
      "/v1/route/initiate_payment",
      "/healthz",
    ]);
    const fault = faultOfRaw(await sendRaw(service.baseUrl, bytes));
    return fault === null ? null : `${bytes.toString("base64")}: ${fault}`;
  });
  expect(faults).toEqual([]);
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
});
