import { expect, test } from "vitest";
import { WorkerShares } from "./gateway-calls";

const hangs = (): Promise<never> => new Promise(() => undefined);
const responses = (): Promise<string> => Promise.resolve("answered");

/** How many of twenty calls begin, all of which hang. */
function begun(shares: WorkerShares, gateway: string): number {
  let count = 0;
  for (let call = 0; call < 20; call += 1) {
    void shares.run(gateway, () => {
      count += 1;
      return hangs();
    });
  }
  return count;
}

test("gateways that hang hold half of the workers that are left, so that the next one finds some", async () => {
  const shares = new WorkerShares(16);
  expect(["a", "b", "c", "d"].map((gateway) => begun(shares, gateway))).toEqual([8, 4, 2, 1]);
  expect(await shares.run("e", responses)).toEqual({ kind: "done", value: "answered" });
  expect(await shares.run("a", responses)).toEqual({ kind: "busy" });
});

test("a call that has ended, well or not, leaves its place to the next one", async () => {
  const shares = new WorkerShares(2);
  expect(await shares.run("a", responses)).toEqual({ kind: "done", value: "answered" });
  await expect(shares.run("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await shares.run("a", responses)).toEqual({ kind: "done", value: "answered" });
});
