import { afterEach, expect, test, vi } from "vitest";
import { createLogger, limited } from "./log";
import { MAX_LINE_CHARACTERS } from "./short-line";

afterEach(() => vi.useRealTimers());

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger("test", "info", { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
}

test("a secret reaches no line, at whatever depth it is, in lists too", () => {
  const line = logged((logger) =>
    logger.info({
      salt: "s3cret",
      key: { apiKey: "s3cret", id: "kept" },
      merchant: { people: { email: "s3cret", role: "kept" } },
      sent: [{ password: "s3cret", at: "kept" }],
    }),
  );
  expect(JSON.stringify(line)).not.toContain("s3cret");
  expect(line).toMatchObject({
    salt: "[redacted]",
    key: { id: "kept" },
    merchant: { people: { role: "kept" } },
    sent: [{ password: "[redacted]", at: "kept" }],
  });
});

test("what is logged is left as it was", () => {
  const key = { apiKey: "s3cret" };
  logged((logger) => logger.info({ key }));
  expect(key).toEqual({ apiKey: "s3cret" });
});

test("an error brings its name, words and code along, and nothing that it carries", () => {
  const error = Object.assign(new Error("refused"), {
    code: "E1",
    config: { headers: { authorization: "s3cret" } },
  });
  const line = logged((logger) => logger.error({ err: error }, "failed"));
  expect(line).toMatchObject({ msg: "failed", err: { type: "Error", message: "refused", code: "E1" } });
  expect(JSON.stringify(line)).not.toContain("s3cret");
});

test("no value forges a line", () => {
  const line = logged((logger) => logger.info({ reference: 'x"}\n{"level":50' }, "seen"));
  expect(line).toMatchObject({ msg: "seen", reference: 'x"}\n{"level":50' });
});

test("a line is one of bounded length, whatever is logged", () => {
  const long = "x".repeat(100_000);
  const error = new Error(long);
  const things: object[] = [
    { reference: long },
    { err: error },
    { sent: Array<string>(500).fill(long) },
    { deep: { a: { b: { c: { d: { e: long } } } } } },
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, long])),
  ];
  for (const thing of things) {
    const line = logged((logger) => logger.info(thing, "seen"));
    expect(line).toMatchObject({ level: 30, name: "test", msg: "seen" });
    expect(JSON.stringify(line).length).toBeLessThanOrEqual(MAX_LINE_CHARACTERS);
  }
});

test("of lines that anybody can cause the first are written, and then how many more there were", () => {
  vi.useFakeTimers();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger("test", "info", {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  for (let n = 0; n < 1_000; n += 1) limited(logger).error({ n }, "a request failed");
  limited(logger).warn("another");
  logger.error("not one of them");
  expect(lines).toHaveLength(52);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(52)).toMatchObject([
    { level: 40, line: "a request failed", leftOut: 950, msg: "lines were left out" },
  ]);
  limited(logger).error("a request failed");
  expect(lines.at(-1)).toMatchObject({ msg: "a request failed" });
});
