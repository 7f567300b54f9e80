import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { auditableAddress } from "../domain/webhook-address";
import { deleteWebhook } from "./delete-webhook";
import { respondToOps } from "@/tools/testing/dashboard/ops-responses";
import { ENDPOINT } from "@/tools/testing/dashboard/ops-bodies";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["webhooks.delete", "webhooks.endpoints"] };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

it("the audit log has a deleted endpoint's address by the service, whatever the browser calls it", async () => {
  harness.service.ops = { idempotency: true, operations: ["webhooks.delete", "webhooks.endpoints"] };
  respondToOps(harness, "webhooks.endpoints", 200, { endpoints: [ENDPOINT] });
  respondToOps(harness, "webhooks.delete", 200, { endpoint_id: ENDPOINT.endpoint_id });
  const input = { endpointId: ENDPOINT.endpoint_id, url: "https://other.example/hook" };
  expect(await deleteWebhook(ctx, input)).toMatchObject({ kind: "done" });
  const log = await harness.audit();
  expect(log.map(({ detail }) => (detail as { url: string }).url)).toEqual([
    auditableAddress(ENDPOINT.url),
    auditableAddress(ENDPOINT.url),
  ]);
});
