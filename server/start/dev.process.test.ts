import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endWithProcess } from "@/tools/testing/end-with-process";
import { copySources } from "@/tools/testing/copy-sources";
import { freePorts } from "@/tools/checks/programs.mjs";

/** The limit for one step, of which each may compile a page: on a busy machine they took four minutes together. */
const STEP_MS = 240_000;
/** The limit for all of them, so that the step that waits in vain is the one that is reported. */
const LIMIT_MS = 5 * STEP_MS;

let checkout: string;
let data: string;
let child: ChildProcess;
let output = "";
const [port = "", routingPort = ""] = freePorts(2);
const dashboard = `http://127.0.0.1:${port}`;
const service = `http://127.0.0.1:${routingPort}`;

beforeAll(async () => {
  checkout = await copySources("dev-");
  data = await mkdtemp(join(tmpdir(), "paydeck-dev-"));
  // When the test runs as root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(data, 0o711);
  child = launch();
  endWithProcess(child, "SIGINT");
}, LIMIT_MS);
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill("SIGINT");
    await once(child, "exit");
  }
  await rm(checkout, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
}, LIMIT_MS);

function launch(): ChildProcess {
  const started = spawn(process.execPath, ["server/setup/dev.mjs"], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "test",
      DATA_DIR: data,
      PORT: port,
      ROUTING_PORT: routingPort,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return started;
}

async function change(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(checkout, path), "utf8");
  expect(text.split(from)).toHaveLength(2);
  await writeFile(join(checkout, path), text.replace(from, to));
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();
const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: STEP_MS, interval: 200 }).catch((error: unknown) => {
    throw new Error(`npm run dev printed:\n${output.slice(-2_000)}`, { cause: error });
  });

test(
  "npm run dev serves a changed service and a changed page, survives a mistake, and ends with Ctrl-C",
  async () => {
    await until(() => expect(output).toContain(`Paydeck is ready at ${dashboard} (service at ${service})`));
    const page = await fetch(`${dashboard}/login`);
    expect(await page.text()).toContain("Sign in to Paydeck");
    expect(page.headers.get("content-security-policy")).toContain("'unsafe-eval'");
    expect(await textAt(`${service}/healthz`)).toBe('{"status":"ok"}');

    await change("server/routing/http/health.ts", 'status: "ok"', 'status: "changed" +');
    await until(() => expect(output).toContain("The programs are as they were before this change."));
    expect(await textAt(`${service}/healthz`)).toBe('{"status":"ok"}');
    await change("server/routing/http/health.ts", 'status: "changed" +', 'status: "changed"');
    await until(async () => expect(await textAt(`${service}/healthz`)).toBe('{"status":"changed"}'));

    await change("app/(auth)/login/page.tsx", "<h1", '<h1 data-changed="page"');
    await until(async () => expect(await textAt(`${dashboard}/login`)).toContain('data-changed="page"'));

    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    await expect(fetch(`${dashboard}/healthz`)).rejects.toThrow("fetch failed");
    await expect(fetch(`${service}/healthz`)).rejects.toThrow("fetch failed");
  },
  LIMIT_MS,
);
