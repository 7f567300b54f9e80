import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue";

const LIMITS = { ofMerchant: 2, inAll: 3, waiting: 2 };

/** Tasks that end when the test says so, and the order in which they started. */
function scripted() {
  const turns = createFairQueue(LIMITS);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enqueue = (merchantId: number, name: string): Promise<string> | null =>
    turns.run(merchantId, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { enqueue, begun, end, settled, turns };
}

test("a merchant that requests a lot gets its share, the next one its own at once, and all go by who came first", async () => {
  const { enqueue, begun, end, settled } = scripted();
  expect(["a1", "a2", "a3", "a4"].map((name) => enqueue(1, name) !== null)).toEqual([true, true, true, true]);
  const other = enqueue(2, "b1");
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  expect(await other).toBe("b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  await end("a1");
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
});

test("beyond what may wait nothing is begun, and for no longer than that", async () => {
  const { enqueue, begun, end, settled } = scripted();
  for (const name of ["a1", "a2", "a3", "a4"]) void enqueue(1, name);
  expect(enqueue(1, "a5")).toBeNull();
  await settled();
  await end("a1");
  expect(enqueue(1, "a6")).not.toBeNull();
  await end("a2");
  await end("a3");
  expect(begun).toEqual(["a1", "a2", "a3", "a4", "a6"]);
});

test("a work that throws gives its turn back", async () => {
  const { turns } = scripted();
  for (let i = 0; i < 10; i += 1) {
    const failing = turns.run(1, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
  }
});
