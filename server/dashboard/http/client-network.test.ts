import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientNetwork, networkOf } from "./client-network";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3::4", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80::/48"],
  ["::1", "::/48"],
  ["", null],
  ["nobody", null],
  ["203.0.113.77:4000", null],
])("%j is of the network %j", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

let base: string;
const server = createServer((request, response) => {
  response.end(clientNetwork(request, request.url === "/proxied" ? "x-real-ip" : null));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each<[string, Record<string, string>, string]>([
  ["/", { "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7" }, "127.0.0.0/24"],
  ["/proxied", { "x-real-ip": "203.0.113.7", "x-forwarded-for": "198.51.100.1" }, "203.0.113.0/24"],
  // The browser's value comes before the proxy's.
  ["/proxied", { "x-real-ip": "198.51.100.1, 203.0.113.7" }, "203.0.113.0/24"],
  ["/proxied", { "x-real-ip": "203.0.113.7:51234" }, "203.0.113.0/24"],
  ["/proxied", { "x-real-ip": "198.51.100.1:80, [2001:db8:1:2::3]:443" }, "2001:db8:1::/48"],
  ["/proxied", { "x-real-ip": "[2001:db8:1:2::3]" }, "2001:db8:1::/48"],
  ["/proxied", { "x-real-ip": "2001:db8:1:2::3" }, "2001:db8:1::/48"],
  ["/proxied", { "x-real-ip": "203.0.113.7:" }, "127.0.0.0/24"],
  ["/proxied", { "x-real-ip": "nonsense" }, "127.0.0.0/24"],
  ["/proxied", {}, "127.0.0.0/24"],
])("only the header that was configured is believed: %s %j", async (path, headers, network) => {
  expect(await (await fetch(base + path, { headers })).text()).toBe(network);
});
