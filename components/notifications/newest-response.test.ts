import { expect, test } from "vitest";
import { newestResponse } from "./newest-response";

test("an answer that comes after a newer one is dropped, also after what an action said", () => {
  const seen: number[] = [];
  const responses = newestResponse((value: number) => seen.push(value));
  const [first, second] = [responses.begin(), responses.begin()];
  second(2);
  first(1);
  const third = responses.begin();
  responses.learn(0);
  third(3);
  responses.begin()(4);
  expect(seen).toEqual([2, 0, 4]);
});
