import { expect, test } from "vitest";
import { createRandom } from "./random";

test("the same seed makes the same choices, and another one makes others", () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.whole(0, 1_000_000));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test("a fork makes the same choices, however much was drawn before it", () => {
  const early = createRandom(7).fork("clients");
  const random = createRandom(7);
  random.whole(1, 6);
  expect(random.fork("clients").whole(0, 1_000_000)).toBe(early.whole(0, 1_000_000));
  expect(random.fork("killer").whole(0, 1_000_000)).not.toBe(random.fork("clients").whole(0, 1_000_000));
});

test("every value of a range is drawn, and none beside it", () => {
  const random = createRandom(1);
  const drawn = new Set(Array.from({ length: 500 }, () => random.whole(3, 6)));
  expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  const picked = new Set(Array.from({ length: 100 }, () => random.pick(["a", "b", "c"])));
  expect([...picked].sort()).toEqual(["a", "b", "c"]);
});
