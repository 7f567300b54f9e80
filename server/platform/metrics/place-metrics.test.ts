import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "@/tools/testing/self-signed-certificate";
import { addCertificateMetric, addDiskMetrics } from "./place-metrics";

test("the end of the certificate at a public address is read, whoever issued it", async () => {
  const server = createServer(selfSignedCertificate("localhost"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const registry = new Registry();
  addCertificateMetric(registry, `https://127.0.0.1:${port}/paydeck`);
  const page = await registry.metrics();
  server.close();
  const [, end] =
    /^paydeck_certificate_end_timestamp_seconds\{host="127\.0\.0\.1:\d+"\} (\d+)$/m.exec(page) ?? [];
  const inADay = Date.now() / 1_000 + 86_400;
  expect(Math.abs(Number(end) - inADay)).toBeLessThan(3_600);
});

test("an address that does not answer, or has no TLS, has no certificate rather than an old one", async () => {
  const registry = new Registry();
  addCertificateMetric(registry, "https://127.0.0.1:1");
  expect(await registry.metrics()).not.toMatch(/^paydeck_certificate/m);
  const plain = new Registry();
  addCertificateMetric(plain, "http://127.0.0.1:1");
  expect(await plain.metrics()).not.toMatch(/^paydeck_certificate/m);
});

test("a disk has a size and less room, and a missing folder neither", async () => {
  const registry = new Registry();
  addDiskMetrics(registry, { data: tmpdir(), backups: "/missing" });
  const page = await registry.metrics();
  const [free, size] = ["free", "size"].map((what) =>
    Number(new RegExp(`^paydeck_disk_${what}_bytes\\{disk="data"\\} (\\S+)$`, "m").exec(page)?.[1]),
  );
  expect(size).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(size ?? 0);
  expect(page).not.toContain('disk="backups"');
});
