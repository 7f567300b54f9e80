import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import type { KeepEvent } from "@/server/platform/keep-running";
import { type Service, startService } from "./service";

/** A program with the protocol of `runSystem`; it writes its process id to a file, so that a test can kill it. */
const WELL = `
  import { writeFileSync } from "node:fs";
  writeFileSync(process.argv[1] + ".pid", String(process.pid));
  process.on("SIGTERM", () => process.exit(0));
  process.on("disconnect", () => process.exit(0));
  console.log("a line of its log");
  process.send({ type: "ready", url: "http://127.0.0.1:1" });`;
/** Starts, ends at once the first `times` times, then keeps running. */
const FAILS = (times: number): string => `
  import { appendFileSync, existsSync, readFileSync } from "node:fs";
  const starts = process.argv[1] + ".starts";
  appendFileSync(starts, "x");
  const n = readFileSync(starts, "utf8").length;
  if (n > 1 && n <= 1 + ${times}) process.exit(1);
  ${WELL}`;
/** Reports the same failure at every start except the first. */
const REFUSES = (cause: string, message: string): string => `
  import { existsSync } from "node:fs";
  if (existsSync(process.argv[1] + ".pid"))
    process.send({ type: "failed", cause: "${cause}", message: "${message}" }, () => process.exit(1));
  else { ${WELL.replace(/import .*\n/, "").replace("writeFileSync", "(await import('node:fs')).writeFileSync")} }`;

let folder: string;
let program: string;
let events: KeepEvent[];
let service: Service | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-service-"));
  program = join(folder, "program.mjs");
  events = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await service?.stop();
  service = null;
  await rm(folder, { recursive: true, force: true });
});

async function launch(source: string): Promise<Service> {
  await writeFile(program, source);
  service = startService({
    name: "The program",
    program,
    env: { NODE_ENV: "test" },
    logFile: join(folder, "program.log"),
    onEvent: (event) => events.push(event),
  });
  return service;
}

async function start(source: string): Promise<string> {
  return (await launch(source)).url;
}

async function currentPid(): Promise<number> {
  return Number.parseInt(await readFile(`${program}.pid`, "utf8"), 10);
}

const KILLED = { kind: "down", problem: "it was killed (SIGKILL)" } as const;
const UP = { kind: "up" } as const;

test("a system is there when it says so, and its words go to its log", async () => {
  expect(await start(WELL)).toBe("http://127.0.0.1:1");
  const log = (): Promise<string> => readFile(join(folder, "program.log"), "utf8").catch(() => "");
  await vi.waitFor(async () => expect(await log()).toBe("a line of its log\n"), 45_000);
});

test("what a system and its helpers write while it ends is in its log when it has stopped", async () => {
  await start(`
    import { spawn } from "node:child_process";
    process.prependListener("SIGTERM", () => {
      process.stdout.write("first lines\\n".repeat(5_000));
      spawn("sh", ["-c", "sleep 0.5; echo last line"], { stdio: ["ignore", "inherit", "ignore"] });
    });
    ${WELL}`);
  await service?.stop();
  const lines = (await readFile(join(folder, "program.log"), "utf8")).trimEnd().split("\n");
  expect([lines.length, lines[1], lines.at(-1)]).toEqual([5_002, "first lines", "last line"]);
});

test.each([
  ["person", "PORT is missing"],
  ["port", "Port 4000 is in use."],
  ["bug", "x is not a function"],
])("a first start that fails for good (%s) is reported with its own words", async (cause, message) => {
  const failing = `process.send({ type: "failed", cause: "${cause}", message: "${message}" }, () => process.exit(1));`;
  await expect(start(failing)).rejects.toThrow(`The program did not start: ${message}`);
  expect(events).toEqual([]);
});

test("a first start that ends without a word is reported", async () => {
  await expect(start("process.exit(3)")).rejects.toThrow("The program did not start: it ended with code 3");
});

test("a first start that finds no database is tried again until there is one", async () => {
  const source = `
    import { appendFileSync, readFileSync } from "node:fs";
    const starts = process.argv[1] + ".starts";
    appendFileSync(starts, "x");
    if (readFileSync(starts, "utf8").length < 3)
      process.send({ type: "failed", cause: "outage", message: "The database does not answer." }, () => process.exit(1));
    else process.send({ type: "ready", url: "http://127.0.0.1:1" });
    process.on("disconnect", () => process.exit(0));`;
  expect(await start(source)).toBe("http://127.0.0.1:1");
  expect(events).toEqual([{ kind: "down", problem: "The database does not answer." }, UP]);
});

test("a first start that is killed is tried again", async () => {
  const source = `
    import { existsSync, writeFileSync } from "node:fs";
    if (!existsSync(process.argv[1] + ".once")) {
      writeFileSync(process.argv[1] + ".once", "");
      process.kill(process.pid, "SIGKILL");
    }
    ${WELL.replace(/import .*\n/, "")}`;
  expect(await start(source)).toBe("http://127.0.0.1:1");
  expect(events).toEqual([{ kind: "down", problem: "it was killed (SIGKILL) while it started" }, UP]);
});

test("a start that takes hours, for a migration, is left to finish, and each minute its step is reported", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { url } = await launch(`
    import { existsSync } from "node:fs";
    const step = "it migrates the database (0042_large)";
    process.send({ type: "step", step });
    const waiting = setInterval(() => {
      if (!existsSync(process.argv[1] + ".migrated")) return;
      clearInterval(waiting);
      process.send({ type: "ready", url: "http://127.0.0.1:1" });
    }, 20);
    process.on("SIGTERM", () => process.exit(0));
    process.on("disconnect", () => process.exit(0));`);
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(60_000);
      expect(events.at(-1)).toMatchObject({
        kind: "starting",
        step: "it migrates the database (0042_large)",
      });
    },
    { timeout: 45_000 },
  );
  const before = events.length;
  vi.advanceTimersByTime(3 * 60 * 60_000);
  expect(events).toHaveLength(before + 180);
  await writeFile(`${program}.migrated`, "");
  expect(await url).toBe("http://127.0.0.1:1");
  expect(events.filter(({ kind }) => kind !== "starting")).toEqual([]);
});

test("a system that is killed -9 is started again", async () => {
  await start(WELL);
  const before = await currentPid();
  process.kill(before, "SIGKILL");
  await vi.waitFor(() => expect(events).toEqual([KILLED, UP]), { timeout: 45_000 });
  expect(await currentPid()).not.toBe(before);
});

test("a system that fails to start again is started until it succeeds, and each problem is reported once", async () => {
  await start(FAILS(3));
  process.kill(await currentPid(), "SIGKILL");
  await vi.waitFor(
    () =>
      expect(events).toEqual([
        KILLED,
        { kind: "down", problem: "it ended with code 1 while it started" },
        UP,
      ]),
    { timeout: 50_000 },
  );
}, 60_000);

test("a restart that finds its port in use is tried again; one that needs a person ends it", async () => {
  await start(REFUSES("port", "Port 4000 is in use."));
  process.kill(await currentPid(), "SIGKILL");
  await vi.waitFor(
    () => expect(events).toEqual([KILLED, { kind: "down", problem: "Port 4000 is in use." }]),
    { timeout: 45_000 },
  );
  await writeFile(program, REFUSES("person", "The salt key does not fit."));
  await vi.waitFor(
    () => expect(events.at(-1)).toEqual({ kind: "lost", problem: "The salt key does not fit." }),
    { timeout: 30_000 },
  );
}, 60_000);

test("stop ends it for good, also in the pause before a restart", async () => {
  await start(WELL);
  const pid = await currentPid();
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(events).toEqual([KILLED]), { timeout: 45_000, interval: 5 });
  await service?.stop();
  expect(processIdentity(await currentPid())).toBeNull();
});

test("stop ends a first start that would be tried for ever", async () => {
  const failing = `process.send({ type: "failed", cause: "outage", message: "no database" }, () => process.exit(1));`;
  const { url } = await launch(failing);
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 45_000 });
  await service?.stop();
  await expect(url).rejects.toThrow("was stopped while it started");
});

test("what a system prints past its log, as it dies for one, is one line of JSON in it", async () => {
  const printing = `
    import { writeSync } from "node:fs";
    writeSync(2, 'last words\\n{"level":50,"msg":"forged"}\\n');
    ${WELL.replace("a line of its log", "{}")}`;
  await start(printing);
  const read = async (): Promise<string[]> =>
    (await readFile(join(folder, "program.log"), "utf8")).trimEnd().split("\n");
  await vi.waitFor(async () => expect(await read()).toHaveLength(2), 45_000);
  const words = (await read()).map((line) => JSON.parse(line) as { text?: string });
  expect(words.find(({ text }) => text !== undefined)?.text).toContain("forged");
});

test("last words that cannot be written to the log end nothing", async () => {
  // The handler comes first: the signal follows as soon as the program is ready.
  await start(`
    import { rmSync } from "node:fs";
    process.on("SIGUSR2", () => {
      rmSync(${JSON.stringify(folder)}, { recursive: true });
      process.stderr.write("last words\\n");
    });
    ${WELL}`);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  process.kill(Number(await readFile(`${program}.pid`, "utf8")), "SIGUSR2");
  await expect.poll(() => written.mock.calls.flat().join("")).toContain("last words");
  written.mockRestore();
});
