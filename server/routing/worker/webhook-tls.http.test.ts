import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Certificate, selfSignedCertificate } from "@/tools/testing/self-signed-certificate";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, ops } from "@/tools/testing/routing/webhook-ops";

const trusted = selfSignedCertificate("localhost");
const trustedForAnother = selfSignedCertificate("shop.example");
const unknown = selfSignedCertificate("localhost");

let service: TestService;
let folder: string;
const servers: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-webhook-tls-"));
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, trusted.cert + trustedForAnother.cert);
  service = await startTestService({ NODE_EXTRA_CA_CERTS: authorities });
});
afterAll(async () => {
  await service.stop();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** Sends a test event to https://localhost with this certificate and returns the result of its first attempt. */
async function attempt(certificate: Certificate, host = "localhost"): Promise<unknown[]> {
  let received = 0;
  const server = createServer(certificate, (_request, response) => {
    received += 1;
    response.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { endpoint_id } = await ops(service.merchant, "webhooks.create", { url: `https://${host}:${port}/` });
  const { delivery_id } = await ops(service.merchant, "webhooks.test", { endpoint_id });
  const [delivery] = await deliveriesUntil(
    service.merchant,
    { endpoint_id },
    ([seen]) => (seen?.attempts ?? 0) >= 1,
  );
  const { attempt_log } = await ops(service.merchant, "webhooks.delivery", { delivery_id });
  return [delivery?.last_response_status, attempt_log[0]?.error_message ?? null, received];
}

test("over TLS, a receiver is called whose certificate is for its name and from a known authority", async () => {
  expect(await attempt(trusted)).toEqual([200, null, 1]);
});

test("a certificate for another name, an unknown one, and a bare address instead of the name get no request", async () => {
  const failed = (reason: string): unknown[] => [null, expect.stringContaining(reason), 0];
  expect(await attempt(trustedForAnother)).toEqual(failed("ERR_TLS_CERT_ALTNAME_INVALID"));
  expect(await attempt(unknown)).toEqual(failed("DEPTH_ZERO_SELF_SIGNED_CERT"));
  expect(await attempt(trusted, "127.0.0.1")).toEqual(failed("ERR_TLS_CERT_ALTNAME_INVALID"));
});
