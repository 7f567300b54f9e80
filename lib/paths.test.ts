import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES } from "./accounts/split-account";
import { paths, safeReturnPath } from "./paths";

test("references of any characters survive the address", () => {
  for (const reference of ["a b&c=d", "100%", "é/#?", "🙂"]) {
    expect(new URL(paths.payments(reference), "http://x").searchParams.get("reference")).toBe(reference);
  }
});

test.each([
  ["/payments?reference=a", "/payments?reference=a"],
  ["/refunds/RFD1", "/refunds/RFD1"],
  ["/account", "/account"],
  ["/payments?reference=日本", "/payments?reference=%E6%97%A5%E6%9C%AC"],
  ["/payments/日本", "/payments/%E6%97%A5%E6%9C%AC"],
  ["/payments/%E2%80%8B", "/payments/%E2%80%8B"],
  ["/payments/../refunds", "/refunds"],
  ["/payments?reference=a b", "/payments?reference=a%20b"],
])("after signing in, %j leads to %j", (candidate, path) => {
  expect(safeReturnPath(candidate)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "payments",
  "",
  "/",
  "/a b",
  "/\t/evil.example",
  "/\n/evil.example/payments",
  "/日本",
  "/%E2%80%8B",
  "/.//host/a",
  "/payments/..//evil.example",
  "/payments/%2e%2e//evil.example",
  "/payments/..\\\\evil.example/payments",
  "//host.invalid/payments",
  "/login",
  "/login?from=/payments",
  "/api/auth/signout",
  "/invitation/x",
  "/PAYMENTS",
  "/paymentsx",
  `/payments?reference=${"a".repeat(4_000)}`,
  // 27 kB once it is encoded.
  `/payments?reference=${"日".repeat(3_000)}`,
  null,
  undefined,
])("%j is no page to return to: the payments page is", (path) => {
  expect(safeReturnPath(path)).toBe("/payments");
});

test("every page of the dashboard can be returned to", () => {
  const folders = readdirSync(join(import.meta.dirname, "../app/(dashboard)"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z-]+$/.test(entry.name))
    .map(({ name }) => name);
  expect(folders.sort()).toEqual([...PAGES]);
});

test.each([
  ["10 kB", "a".repeat(10_000), false],
  ["3 kB of signs that are encoded twice", "%3D".repeat(1_000), true],
  ["the longest reference of emoji", encodeURIComponent("🙂".repeat(255)), true],
  ["4 kB of signs that become three times as long", "=".repeat(3_900), false],
])(
  "a sign-in address of %s stays short enough for a server, else it leads to the start page",
  (_name, reference, isKept) => {
    const from = `/payments?reference=${reference}`;
    for (const addressOf of [paths.login, paths.secondFactor, paths.loginByProvider]) {
      // Twice in one request, as its address and as its Referer, of at most 16 kB with all headers.
      expect(addressOf(from).length).toBeLessThanOrEqual(6_000);
      expect(new URL(addressOf(from), "http://x").searchParams.get("from")).toBe(isKept ? from : null);
    }
  },
);
