import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSystem } from "./lifecycle";
import { createLogger } from "./log";

const DELAY_MS = 8_000;
const signals = new EventEmitter();
let done: string[];

/** A system that responses for a while after SIGTERM; its process is this one, whose signals and end are replaced. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(process, "on").mockImplementation((name, listener) => {
    signals.on(name, listener as () => void);
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => void done.push(`exit ${String(code)}`) as never);
  done = [];
  await runSystem(createLogger("test", "info", new PassThrough().resume()), () =>
    Promise.resolve({
      url: "http://127.0.0.1",
      drain: { forMs: DELAY_MS, begin: () => void done.push("drain") },
      stop: () => Promise.resolve(void done.push("stop")),
    }),
  );
});
afterEach(() => {
  signals.removeAllListeners();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("after SIGTERM a system answers until its delay is over, and then stops", async () => {
  signals.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  expect(done).toEqual(["drain"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["drain", "stop", "exit 0"]);
});

test.each(["SIGINT", "disconnect", "SIGTERM"])(
  "%s after SIGTERM stops it at once, and once",
  async (signal) => {
    signals.emit("SIGTERM");
    signals.emit(signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(["drain", "stop", "exit 0"]);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(done).toEqual(["drain", "stop", "exit 0"]);
  },
);

test("a system whose parent ends while it starts ends too: nobody would stop it later", async () => {
  const logger = createLogger("test", "info", new PassThrough().resume());
  void runSystem(logger, () => new Promise(() => undefined));
  signals.emit("disconnect");
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toContain("exit 1");
});

test("a system whose parent has ended before it begins to start ends at once", () => {
  const before = { send: process.send?.bind(process), connected: process.connected };
  Object.assign(process, { send: () => true, connected: false });
  const logger = createLogger("test", "info", new PassThrough().resume());
  void runSystem(logger, () => new Promise(() => undefined));
  Object.assign(process, before);
  expect(done).toEqual(["exit 1"]);
});
