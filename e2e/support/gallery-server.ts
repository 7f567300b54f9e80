import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { copySources } from "../../server/checks/copy-sources";
import { endWithProcess } from "../../server/checks/end-with-process";
import { freePorts } from "../../server/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";

const NEXT = `${projectRoot()}/node_modules/next/dist/bin/next`;
const START_LIMIT_MS = 240_000;

export type GalleryServer = { url: string; stop: () => Promise<void> };

/** `next dev` alone, without any service or database: the gallery is in no build. */
export async function startGallery(): Promise<GalleryServer> {
  const folder = await copySources("gallery-");
  const [port = ""] = freePorts(1);
  const next = spawn(
    process.execPath,
    [NEXT, "dev", "-p", port, "-H", "127.0.0.1", "--disable-source-maps"],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "development",
        NEXT_TELEMETRY_DISABLED: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  endWithProcess(next, "SIGTERM");
  let output = "";
  for (const stream of [next.stdout, next.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}/dev/components`;
  const stop = async (): Promise<void> => {
    if (next.exitCode === null && next.signalCode === null) {
      next.kill("SIGTERM");
      await once(next, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
  const limit = performance.now() + START_LIMIT_MS;
  while (next.exitCode === null && performance.now() < limit) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return { url, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`The gallery did not start:\n${output}`);
}
