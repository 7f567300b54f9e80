import { expect, test } from "vitest";
import { newestAnswer } from "./newest-answer";

test("an answer that comes after a newer one is dropped, also after what an action said", () => {
  const seen: number[] = [];
  const answers = newestAnswer((value: number) => seen.push(value));
  const [first, second] = [answers.begin(), answers.begin()];
  second(2);
  first(1);
  const third = answers.begin();
  answers.learn(0);
  third(3);
  answers.begin()(4);
  expect(seen).toEqual([2, 0, 4]);
});
