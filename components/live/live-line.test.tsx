// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mount, type Mounted } from "@/tools/testing/mounted";
import { LiveLine } from "./live-line";

const respond = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const rows = vi.fn<(rows: readonly object[]) => void>();
const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));
const open = (): Promise<Mounted> =>
  mount(<LiveLine path="/api/live/refunds" news={(newer) => `${String(newer)} new`} onRows={rows} />);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  // Node's own runs on a clock that no test moves.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException("", "TimeoutError")), ms);
    return limit.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answerOf = (view: object): Promise<Response> => Promise.resolve(Response.json(view));
const never = (_: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });

test("a list that gets no answer says when it was last known, and is live again with the next one", async () => {
  respond.mockImplementation(never);
  const line = await open();
  expect(line.text()).toContain("Live");
  await pass(15_000);
  expect(line.text()).toMatch(/^As of/);
  expect(line.text()).not.toContain("Live");
  const seen = [{ id: "RFD1", status: "SUCCESS" }];
  respond.mockImplementation(() => answerOf({ kind: "live", rows: seen, newer: 2, newestAt: null }));
  await pass(60_000);
  expect(line.text()).toContain("2 new");
  expect(rows).toHaveBeenLastCalledWith(seen);
  await line.end();
});

test("a list whose session has ended offers to sign in", async () => {
  respond.mockImplementation(() => Promise.resolve(new Response("{}", { status: 401 })));
  const line = await open();
  await pass(15_000);
  expect(document.querySelector('[role="alert"] a')?.textContent).toMatch(/sign in/i);
  await line.end();
});
