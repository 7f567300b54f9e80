import { expect, it } from "vitest";
import { HashQueue } from "./hash-queue";

/** Work that a test ends explicitly. */
function held(): { work: () => Promise<string>; end: (text: string) => void } {
  let end: (text: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

it("runs so many at once, lets so many wait in their order, and refuses the rest", async () => {
  const queue = new HashQueue({ atOnce: 1, waiting: 2 });
  const [first, second, third] = [held(), held(), held()];
  const order: string[] = [];
  const run = (one: { work: () => Promise<string> }) =>
    queue.run(one.work).then((hashed) => {
      if (hashed.kind === "done") order.push(hashed.value);
      return hashed.kind;
    });
  const running = [run(first), run(second), run(third)];
  expect(await run(held())).toBe("busy");
  third.end("third");
  second.end("second");
  first.end("first");
  expect(await Promise.all(running)).toEqual(["done", "done", "done"]);
  expect(order).toEqual(["first", "second", "third"]);
});

it("goes on after a hash that failed", async () => {
  const queue = new HashQueue({ atOnce: 1, waiting: 0 });
  await expect(queue.run(() => Promise.reject(new Error("out of memory")))).rejects.toThrow("out of memory");
  expect(await queue.run(() => Promise.resolve("next"))).toEqual({ kind: "done", value: "next" });
});
