import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { isCrossSite } from "./cross-site";

describe.each<[string, string, IncomingHttpHeaders, boolean]>([
  ["a GET from anywhere", "GET", { origin: "http://evil.example" }, false],
  ["a POST from our pages", "POST", { origin: "http://127.0.0.1:3000" }, false],
  ["a POST without Origin", "POST", {}, true],
  ["a POST without Origin that the browser vouches for", "POST", { "sec-fetch-site": "same-origin" }, false],
  ["a POST without Origin from a sister site", "POST", { "sec-fetch-site": "same-site" }, true],
  ["a POST from another site", "POST", { origin: "http://evil.example" }, true],
  ["a POST from another port", "POST", { origin: "http://127.0.0.1:4000" }, true],
  ["a POST from the same host by another scheme", "POST", { origin: "https://127.0.0.1:3000" }, true],
  ["a POST from a sandboxed frame", "POST", { origin: "null" }, true],
  [
    "a forged fetch-site with another Origin",
    "POST",
    { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
    true,
  ],
  ["a DELETE without Origin", "DELETE", {}, true],
])("%s", (_name, method, headers, expected) => {
  it(expected ? "is refused" : "passes", () => {
    expect(isCrossSite(method, headers, "http://127.0.0.1:3000")).toBe(expected);
  });
});

it("takes an https address at its word: a page served by http is another site", () => {
  const own = "https://pay.example";
  expect(isCrossSite("POST", { origin: "https://pay.example" }, own)).toBe(false);
  expect(isCrossSite("POST", { origin: "https://pay.example:443" }, own)).toBe(false);
  expect(isCrossSite("POST", { origin: "http://pay.example" }, own)).toBe(true);
  expect(isCrossSite("POST", { origin: "https://pay.example:8443" }, own)).toBe(true);
});
