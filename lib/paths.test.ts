import { expect, test } from "vitest";
import { paths, safeReturnPath } from "./paths";

test("references of any characters survive the address", () => {
  for (const reference of ["a b&c=d", "100%", "é/#?", "🙂"]) {
    expect(new URL(paths.payments(reference), "http://x").searchParams.get("reference")).toBe(reference);
  }
});

test.each(["/payments?reference=a", "/refunds/RFD1"])("%s is a path to return to", (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "payments",
  "",
  "/a b",
  "/\t/evil.example",
  null,
  undefined,
])("%j is not: the payments page is", (path) => {
  expect(safeReturnPath(path)).toBe("/payments");
});
