import { createServer } from "node:http";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";
import type { DashboardEnv } from "../env";
import type { FrontOptions } from "./front";
import type { OnUpgrade } from "./listen";
import { createStaticFiles } from "./static-files";

/** The pages, behind the front. */
export type Web = Pick<FrontOptions, "files" | "next"> & {
  /** Null: nothing here speaks another protocol. */
  onUpgrade: OnUpgrade | null;
  close(): Promise<void>;
};

/** The pages of the build. Next is loaded late: it and React choose their production builds by the environment set before. */
export async function openBuiltWeb(env: DashboardEnv): Promise<Web> {
  const { default: createNext } = await import("next");
  const app = createNext({
    dev: false,
    dir: projectRoot(),
    hostname: env.host,
    port: env.port,
    // Next handles WebSocket upgrades of its server itself, past the front, and leaves some of them open for ever. None
    // are needed here: with a server that never listens it gets none, and they are plain requests.
    httpServer: createServer(),
  });
  const handle = app.getRequestHandler();
  await app.prepare();
  return {
    files: createStaticFiles(join(projectRoot(), ".next", "static")),
    next: (request, response) => handle(request, response),
    onUpgrade: null,
    close: () => app.close(),
  };
}
