import { expect, test } from "vitest";
import { isPortWithin, parsePortRange } from "./port-range";

test.each([
  ["443", [443, 443]],
  ["1024-65535", [1024, 65_535]],
])("%s is read as %j", (text, range) => expect(parsePortRange(text)).toEqual(range));

test.each(["", "0", "65536", "443-80", "-1", "1-2-3", "https", "443 ", "0443x"])("%j is refused", (text) =>
  expect(parsePortRange(text)).toBeNull(),
);

test("both ends of a range belong to it", () => {
  expect([79, 80, 90, 91].map((port) => isPortWithin(port, [[80, 90]]))).toEqual([false, true, true, false]);
});
