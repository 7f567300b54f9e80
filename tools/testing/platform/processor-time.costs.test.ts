import { expect, test } from "vitest";
import { faultOfCost, plainText } from "./processor-time";

test("an expression that reads each run from each of its places is found, one that reads it once is not", async () => {
  const inputs = { attack: (size: number) => `x${" ".repeat(size)}x`, plain: plainText, size: 64 * 1024 };
  expect(await faultOfCost((text) => text.replace(new RegExp(" +$"), ""), inputs)).toContain("grows faster");
  expect(await faultOfCost((text) => text.trimEnd(), inputs)).toBeNull();
});
