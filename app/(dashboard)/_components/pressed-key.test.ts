import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key";

test.each([
  ["g", "KeyG", "g"],
  ["G", "KeyG", "g"],
  ["/", "Slash", "/"],
  ["?", "Slash", "?"],
  ["/", "Digit7", "/"],
  ["प", "KeyG", "g"],
  ["ل", "KeyG", "g"],
  ["य", "Slash", "/"],
  ["Enter", "Enter", "Enter"],
])("%s on %s means %s", (key, code, meant) => {
  expect(pressedKey({ key, code })).toBe(meant);
});
