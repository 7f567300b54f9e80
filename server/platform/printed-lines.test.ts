import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "./log";
import { logWrites } from "./printed-lines";

function printing() {
  const lines: string[] = [];
  const logger = createLogger("test", "info", { write: (line) => void lines.push(line) });
  const out = new PassThrough();
  const err = new PassThrough();
  logWrites(logger, out, "info");
  logWrites(logger, err, "error");
  return { lines, console: new Console(out, err), out };
}

const parsed = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line) as unknown);

test("what is printed becomes one line of the log each, and forges none", () => {
  const { lines, console } = printing();
  console.error(new Error('x\n{"level":50,"msg":"forged"}'));
  console.log("✓ ready");
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.trimEnd()).not.toContain("\n");
  expect(parsed(lines)).toMatchObject([
    { level: 50, name: "test", msg: "printed" },
    { level: 30, text: "✓ ready", msg: "printed" },
  ]);
  expect(lines[0]).toContain("forged");
});

test("bytes, and writes with a callback, are read too; nothing is written for nothing", async () => {
  const { lines, out } = printing();
  await new Promise<void>((resolve) => out.write(Buffer.from("bytes"), () => resolve()));
  await new Promise<void>((resolve) => out.write("text\n", "utf8", () => resolve()));
  out.write("\n");
  expect(parsed(lines)).toMatchObject([{ text: "bytes" }, { text: "text" }]);
});

test("what is printed is cut, and left out where there is too much of it", () => {
  const { lines, console } = printing();
  for (let n = 0; n < 500; n += 1) console.error("x".repeat(1_000_000));
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines[0]?.length).toBeLessThan(4_000);
});
