import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import { type Service, type ServiceEvent, startService } from "./service";

/** A program with the protocol of `runSystem`; it writes its number down, so that a test can kill it. */
const WELL = `
  import { writeFileSync } from "node:fs";
  writeFileSync(process.argv[1] + ".pid", String(process.pid));
  process.on("SIGTERM", () => process.exit(0));
  process.on("disconnect", () => process.exit(0));
  console.log("a line of its log");
  process.send({ type: "ready", url: "http://127.0.0.1:1" });`;
/** Well at the first start, and at no later one. */
const WELL_ONCE = `
  import { existsSync, writeFileSync } from "node:fs";
  if (existsSync(process.argv[1] + ".pid")) process.exit(1);
  ${WELL.replace(/import .*\n/, "")}`;

let folder: string;
let program: string;
let events: ServiceEvent[];
let service: Service | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-service-"));
  program = join(folder, "program.mjs");
  events = [];
});
afterEach(async () => {
  await service?.stop();
  service = null;
  await rm(folder, { recursive: true, force: true });
});

async function start(source: string): Promise<Service> {
  await writeFile(program, source);
  service = await startService({
    name: "The program",
    program,
    env: { NODE_ENV: "test" },
    logFile: join(folder, "program.log"),
    onEvent: (event) => events.push(event),
  });
  return service;
}

async function currentPid(): Promise<number> {
  return Number.parseInt(await readFile(`${program}.pid`, "utf8"), 10);
}

test("a system is there when it says so, and its words go to its log", async () => {
  expect((await start(WELL)).url).toBe("http://127.0.0.1:1");
  expect(await readFile(join(folder, "program.log"), "utf8")).toBe("a line of its log\n");
});

test("a system that fails to start is told with its own words", async () => {
  const failing = `process.send({ type: "failed", message: "PORT is missing" }, () => process.exit(1));`;
  await expect(start(failing)).rejects.toThrow("The program did not start: PORT is missing");
  await expect(start("process.exit(3)")).rejects.toThrow("The program did not start: it ended at once");
});

test("a system that is killed -9 is started again", async () => {
  await start(WELL);
  const before = await currentPid();
  process.kill(before, "SIGKILL");
  await vi.waitFor(() => expect(events).toEqual([{ kind: "ended" }, { kind: "restarted" }]), {
    timeout: 20_000,
  });
  expect(await currentPid()).not.toBe(before);
});

test("a system that keeps ending is given up after a bounded number of starts", async () => {
  await start(WELL_ONCE);
  process.kill(await currentPid(), "SIGKILL");
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ kind: "gave_up" }), { timeout: 50_000 });
  expect(events).toEqual([{ kind: "ended" }, { kind: "gave_up" }]);
});

test("stop ends it for good, also in the pause before a restart", async () => {
  const running = await start(WELL);
  const pid = await currentPid();
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(events).toEqual([{ kind: "ended" }]), { timeout: 20_000, interval: 5 });
  await running.stop();
  expect(processIdentity(await currentPid())).toBeNull();
});
