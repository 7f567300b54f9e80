import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { valueWithin } from "./value-within";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function after(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve("answer"), ms));
}

test("what comes in time is handed on at once", async () => {
  const settled = valueWithin(after(100), 300);
  await vi.advanceTimersByTimeAsync(100);
  await expect(settled).resolves.toBe("answer");
  expect(vi.getTimerCount()).toBe(0);
});

test("what comes late is not waited for, and not lost", async () => {
  const slow = after(5_000);
  const settled = valueWithin(slow, 300);
  await vi.advanceTimersByTimeAsync(300);
  await expect(settled).resolves.toBeNull();
  await vi.advanceTimersByTimeAsync(4_700);
  await expect(slow).resolves.toBe("answer");
});

test("a failure in time is a failure", async () => {
  await expect(valueWithin(Promise.reject(new Error("no database")), 300)).rejects.toThrow("no database");
});

test("a failure that comes late is thrown nowhere", async () => {
  const slow = after(5_000).then(() => Promise.reject(new Error("no database")));
  const settled = valueWithin(slow, 300);
  await vi.advanceTimersByTimeAsync(6_000);
  await expect(settled).resolves.toBeNull();
});
