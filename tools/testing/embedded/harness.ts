import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import pg from "pg";
import { CONTAINER } from "@/tools/testing/container";
import { projectRoot } from "@/server/platform/root";

const OWNER_PROGRAM = join(projectRoot(), ".checks", "embedded-owner.mjs");

/** A folder that the account of Postgres can enter, whatever account runs the tests. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-embedded-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Copies owners and modes, which Postgres requires; faster than creating a database. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}

export async function removeFolder(folder: string): Promise<void> {
  // Backends of a killed server may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Bundled below the checkout, so that its packages are found. */
export async function buildOwner(): Promise<void> {
  await build({
    entryPoints: [join(projectRoot(), "tools/testing/embedded/owner.ts")],
    outfile: OWNER_PROGRAM,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    tsconfig: join(projectRoot(), "tsconfig.json"),
  });
}

/** A process that starts an embedded Postgres on the folder and keeps it running. */
export function startOwner(folder: string): ChildProcess {
  return spawn(process.execPath, [OWNER_PROGRAM, folder], { stdio: ["ignore", "pipe", "inherit"] });
}

/** The same in a container; a line of input kills the owner there, and its Postgres runs on. */
export function startOwnerInContainer(folder: string): ChildProcess {
  const script = '"$@" & read -r _; kill -9 $!; wait; sleep 600';
  const [program, ...args] = [
    ...CONTAINER,
    "sh",
    "-c",
    script,
    "sh",
    process.execPath,
    OWNER_PROGRAM,
    folder,
  ];
  return spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
}

/** The URL that the owner prints when its Postgres is ready. */
export async function ownersUrl(owner: ChildProcess): Promise<string> {
  if (owner.stdout === null) throw new Error("the owner has no output");
  const [chunk] = (await once(owner.stdout, "data")) as [Buffer];
  return chunk.toString("utf8").trim();
}

/** kill -9, then waits until the process has ended. */
export async function killHard(owner: ChildProcess): Promise<void> {
  const gone = once(owner, "exit");
  owner.kill("SIGKILL");
  await gone;
}

export async function postmasterPid(dataFolder: string): Promise<number> {
  const [pid = ""] = (await readFile(join(dataFolder, "postmaster.pid"), "utf8")).split("\n");
  return Number.parseInt(pid, 10);
}

/** Runs one statement on a new connection. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
