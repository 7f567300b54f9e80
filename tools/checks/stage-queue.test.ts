import { expect, test } from "vitest";
import { takeFrom } from "./stage-queue.mjs";

type Stage = { name: string; needs?: string; after?: string };

/** The stages by the order of their starts and ends; one that runs ends when nothing else can start. */
async function orderOf(stages: Stage[], atOnce = 2): Promise<string[]> {
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const all = takeFrom(stages, atOnce, async ({ name }) => {
    events.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    events.push(`${name} ends`);
  });
  for (let left = stages.length; left > 0; left -= 1) {
    await new Promise(setImmediate);
    ends.shift()?.();
  }
  await all;
  return events;
}

test("two stages run beside each other, and whichever has ended makes way for the next of the list", async () => {
  expect(await orderOf([{ name: "a" }, { name: "b" }, { name: "c" }])).toEqual([
    "a",
    "b",
    "a ends",
    "c",
    "b ends",
    "c ends",
  ]);
});

test("a stage whose needs have not ended lets others start first", async () => {
  const stages = [{ name: "a" }, { name: "b", needs: "a" }, { name: "c", after: "b" }, { name: "d" }];
  expect(await orderOf(stages)).toEqual(["a", "d", "a ends", "b", "d ends", "b ends", "c", "c ends"]);
});

test("a stage that was not selected is not waited for", async () => {
  expect(await orderOf([{ name: "c", needs: "b", after: "a" }])).toEqual(["c", "c ends"]);
});

test("a stage that fails to run ends the run", async () => {
  await expect(takeFrom([{ name: "a" }], 2, () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
});

test("stages that wait for each other are an error and no hang", async () => {
  const stages = [
    { name: "a", needs: "b" },
    { name: "b", needs: "a" },
  ];
  await expect(takeFrom(stages, 2, () => Promise.resolve())).rejects.toThrow(
    "These stages wait for each other: a, b",
  );
});
