import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CONTAINER, MAY_CONTAIN } from "@/tools/testing/container";
import { projectRoot } from "@/server/platform/root";
import { acquireLock, processIdentity } from "./folder-lock.mjs";

const MODULE = pathToFileURL(join(projectRoot(), "server/setup/folder-lock.mjs")).href;
/** Reports whether it got the lock, then holds it until its input ends. */
const CONTENDER = `
  import { acquireLock } from ${JSON.stringify(MODULE)};
  process.stdout.write((await acquireLock(process.argv[1])).held ? "held" : "refused");
  process.stdin.resume();`;

let folder: string;
let contenders: ChildProcess[] = [];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "paydeck-lock-")), "lock");
});
afterEach(async () => {
  for (const contender of contenders) contender.kill("SIGKILL");
  contenders = [];
  await rm(join(folder, ".."), { recursive: true, force: true });
});

function contend(container: readonly string[] = []): { process: ChildProcess; outcome: Promise<string> } {
  const args = [...container, process.execPath, "--input-type=module", "-e", CONTENDER, folder];
  const child = spawn(args[0] ?? "", args.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  contenders.push(child);
  const outcome = once(child.stdout, "data").then((chunks) => String(chunks[0]));
  return { process: child, outcome };
}

async function killAll(): Promise<void> {
  for (const contender of contenders) {
    const gone = once(contender, "exit");
    contender.kill("SIGKILL");
    await gone;
  }
  contenders = [];
}

test("a living owner keeps others out; its release lets one in", async () => {
  const first = await acquireLock(folder);
  expect(first.held).toBe(true);
  expect(await contend().outcome).toBe("refused");
  if (first.held) first.release();
  expect(await contend().outcome).toBe("held");
});

test("a refused caller learns the owner's process", async () => {
  const { process: owner, outcome } = contend();
  await outcome;
  expect(await acquireLock(folder)).toEqual({ held: false, owner: `pid ${String(owner.pid)}` });
});

test("of many that find a killed owner at once, exactly one takes over, again and again", async () => {
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => contend().outcome));
    expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
    await killAll();
  }
});

test.skipIf(!MAY_CONTAIN)("an owner in another container keeps others out until it is killed", async () => {
  expect(await contend(CONTAINER).outcome).toBe("held");
  expect(await contend(CONTAINER).outcome).toBe("refused");
  expect(await acquireLock(folder)).toEqual({ held: false, owner: "in another container" });
  await killAll();
  await vi.waitFor(async () => expect((await acquireLock(folder)).held).toBe(true), 45_000);
  expect((await readdir(folder)).filter((name) => name.endsWith(".socket"))).toHaveLength(1);
});

test("a folder with a long path can be locked", async () => {
  folder = join(folder, "a".repeat(120));
  expect((await acquireLock(folder)).held).toBe(true);
  expect(await contend().outcome).toBe("refused");
});

test("any user who can enter the folder can ask whether the owner lives", async () => {
  expect((await acquireLock(folder)).held).toBe(true);
  const [socket = ""] = (await readdir(folder)).filter((name) => name.endsWith(".socket"));
  expect((await stat(join(folder, socket))).mode & 0o022).toBe(0o022);
});

test("an owner's number that another process got since does not count", async () => {
  const first = await acquireLock(folder);
  expect(first.held).toBe(true);
  const [entry = ""] = await readdir(folder);
  await writeFile(
    join(folder, entry),
    JSON.stringify({ pid: process.pid, identity: "of an earlier process" }),
  );
  expect((await acquireLock(folder)).held).toBe(true);
});

test("an entry torn by a power cut is nobody's", async () => {
  expect((await acquireLock(folder)).held).toBe(true);
  const [entry = ""] = await readdir(folder);
  await writeFile(join(folder, entry), '{"pid":');
  expect((await acquireLock(folder)).held).toBe(true);
});

test("a process keeps its identity, and one that is gone has none", async () => {
  const own = processIdentity(process.pid);
  expect(own).not.toBeNull();
  expect(processIdentity(process.pid)).toBe(own);
  const { process: child, outcome } = contend();
  await outcome;
  const { pid } = child;
  expect(pid).toBeDefined();
  await killAll();
  expect(processIdentity(pid ?? 0)).toBeNull();
});
