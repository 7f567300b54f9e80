import { expect, test } from "vitest";
import { parseRange } from "@/server/platform/address-range";
import { isTrustedProxy, sourceOf } from "./source";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::"],
  ["fe80::1%eth0", "fe80::"],
  ["", "unknown"],
  ["shop.example", "unknown"],
  ["192.0.2.1:80", "unknown"],
])("the source of a request from %j is %s", (ip, source) => expect(sourceOf({ ip })).toBe(source));

test("only the proxies that are named are trusted, in either family's notation", () => {
  const ranges = ["10.0.0.0/8", "fd00::/8"].map(parseRange).filter((range) => range !== null);
  const isTrusted = (address: string): boolean => isTrustedProxy(address, ranges);
  expect(["10.1.2.3", "::ffff:10.1.2.3", "fd00::1"].map(isTrusted)).toEqual([true, true, true]);
  expect(["11.0.0.1", "fe80::1", "", "unknown"].map(isTrusted)).toEqual([false, false, false, false]);
});
