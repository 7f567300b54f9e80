import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { copySources } from "../../tools/testing/copy-sources";
import { endWithProcess } from "../../tools/testing/end-with-process";
import { freePorts } from "../../tools/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";

const NEXT = `${projectRoot()}/node_modules/next/dist/bin/next`;
const START_LIMIT_MS = 240_000;
const GALLERY = "dev/components";
/** `npm run test:all` looks at it in development too, where React warns in the console. */
const IS_DEVELOPMENT = process.env.PAYDECK_GALLERY_DEVELOPMENT === "1";

export type GalleryServer = { url: string; stop: () => Promise<void> };

/**
 * The gallery is in no build of the product. Here it is the only page of a build of its own, in production mode and without any
 * service or database.
 */
export async function startGallery(): Promise<GalleryServer> {
  const folder = await copySources("gallery-");
  try {
    await removeOtherPages(folder);
    await removeActions(folder);
    const options = {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: IS_DEVELOPMENT ? ("development" as const) : ("production" as const),
        NEXT_TELEMETRY_DISABLED: "1",
      },
    };
    if (!IS_DEVELOPMENT) await promisify(execFile)(process.execPath, [NEXT, "build"], options);
    const [port = ""] = freePorts(1);
    const command = IS_DEVELOPMENT ? "dev" : "start";
    const next = spawn(process.execPath, [NEXT, command, "-p", port, "-H", "127.0.0.1"], {
      ...options,
      stdio: ["ignore", "inherit", "inherit"],
    });
    endWithProcess(next, "SIGTERM");
    const stop = async (): Promise<void> => {
      if (next.exitCode === null && next.signalCode === null) {
        next.kill("SIGTERM");
        await once(next, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    };
    const url = `http://127.0.0.1:${port}/${GALLERY}`;
    const limit = performance.now() + START_LIMIT_MS;
    while (next.exitCode === null && performance.now() < limit) {
      const response = await fetch(url).catch(() => null);
      if (response?.ok) return { url, stop };
      await sleep(200);
    }
    await stop();
    throw new Error("The gallery did not start; its words are above.");
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** And what runs before every page, which asks for a session. */
async function removeOtherPages(folder: string): Promise<void> {
  const app = join(folder, "app");
  for (const path of await readdir(app, { recursive: true })) {
    if (!/^(page|route|layout)\.tsx?$/.test(basename(path)) || path === "layout.tsx") continue;
    await rm(join(app, path));
  }
  await rename(join(app, GALLERY, "page.dev.tsx"), join(app, GALLERY, "page.tsx"));
  for (const name of ["proxy.ts", "instrumentation.ts"]) await rm(join(folder, name), { force: true });
}

/** No example calls one, and with them the whole server would be built. */
async function removeActions(folder: string): Promise<void> {
  const app = join(folder, "app");
  for (const path of await readdir(app, { recursive: true })) {
    if (!path.endsWith(".ts")) continue;
    const text = await readFile(join(app, path), "utf8");
    if (!text.startsWith('"use server"')) continue;
    const names = [...text.matchAll(/^export async function (\w+)/gm)].map(([, name]) => name);
    const actions = names.map((name) => `export async function ${String(name)}() {}`);
    await writeFile(join(app, path), `"use server";\n${actions.join("\n")}\n`);
  }
}
