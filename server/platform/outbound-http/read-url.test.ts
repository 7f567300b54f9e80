import { describe, expect, test } from "vitest";
import { parseRange } from "@/server/platform/address-range";
import type { PortRange } from "@/server/platform/port-range";
import { createAddressGuard } from "./address-guard";
import { readUrl } from "./read-url";

const guard = createAddressGuard([]);
const PORTS: readonly PortRange[] = [
  [80, 80],
  [443, 443],
  [1_024, 65_535],
];

describe("the addresses that a merchant may enter", () => {
  test.each([
    ["https://shop.example/webhooks?a=1", "https://shop.example/webhooks?a=1"],
    ["https://SHOP.example:8443", "https://shop.example:8443/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("%s is accepted as %s", (text, href) =>
    expect(readUrl(text, guard, PORTS)).toEqual({ ok: true, value: href }),
  );

  test.each([
    ["http://shop.example/", /https/],
    ["http://8.8.8.8/", /https/],
    ["ftp://shop.example/", /https/],
    ["javascript:alert(1)", /https/],
    ["file:///etc/passwd", /https/],
    ["//shop.example/", /absolute/],
    ["shop.example", /absolute/],
    ["", /absolute/],
    ["https://", /absolute/],
    ["https://user:secret@shop.example/", /user name/],
    ["https://user@shop.example/", /user name/],
    ["https://shop.example/#top", /fragment/],
    ["https://shop.example/#", /fragment/],
    ["https://shop.example:0/", /port 0/],
    ["https://shop.example:22/", /port 22/],
    ["https://shop.example:1023/", /port 1023/],
    ["https://shop.example:65536/", /absolute/],
    ["https://shop .example/", /spaces/],
    ["https://sh\top.example/", /control/],
    ["https://shop.example\\@inside/", /backslashes/],
    [`https://shop.example/${"x".repeat(2_048)}`, /2048/],
    ["https://127.0.0.1/", /private/],
    ["https://2130706433/", /private/],
    ["https://0x7f.0.0.1/", /private/],
    ["https://0177.0.0.1/", /private/],
    ["https://127.1/", /private/],
    ["https://①②⑦.0.0.1/", /private/],
    ["https://127.0.0.1./", /private/],
    ["https://[::1]/", /private/],
    ["https://[::ffff:7f00:1]/", /private/],
    ["https://[64:ff9b::a00:1]/", /private/],
    ["https://169.254.169.254/latest/meta-data", /private/],
    ["https://localhost/", /private/],
    ["https://LOCALHOST./", /private/],
    ["https://inner.localhost/", /private/],
  ])("%s is refused in words", (text, words) => {
    expect(readUrl(text, guard, PORTS)).toEqual({ ok: false, error: expect.stringMatching(words) as string });
  });

  test("without TLS only literal addresses that operators allow, and localhost", () => {
    const range = parseRange("127.0.0.1/32");
    const allowing = createAddressGuard(range === null ? [] : [range]);
    const isAccepted = (text: string): boolean => readUrl(text, allowing, PORTS).ok;
    expect(
      ["http://127.0.0.1:9000/", "http://localhost:9000/", "https://127.0.0.1/"].map(isAccepted),
    ).toEqual([true, true, true]);
    expect(["http://127.0.0.2/", "http://shop.example/", "http://8.8.8.8/"].map(isAccepted)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
