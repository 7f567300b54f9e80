import { createServer } from "node:http";
import { projectRoot } from "@/server/platform/root";
import type { DashboardEnv } from "../env";
import type { Web } from "./web";

/** Next's own addresses in development: compiled files, reloads, and the overlay that shows errors. */
const OF_NEXT = /^\/(_next\/|__nextjs)/;

/**
 * The pages of the sources, each compiled when it is first opened (`npm run dev`). Next's own requests pass the limits of
 * the front: a page in development loads hundreds of files, also for people who are not signed in.
 */
export async function openDevelopmentWeb(env: DashboardEnv): Promise<Web> {
  const { default: createNext } = await import("next");
  // Next listens here for WebSockets from its first request on; they carry the reloads, and `onUpgrade` passes them on.
  const upgrades = createServer();
  const app = createNext({
    dev: true,
    dir: projectRoot(),
    hostname: env.host,
    port: env.port,
    httpServer: upgrades,
  });
  const handle = app.getRequestHandler();
  await app.prepare();
  return {
    files(request, response) {
      if (!OF_NEXT.test(request.url ?? "/")) return false;
      void handle(request, response);
      return true;
    },
    next: (request, response) => handle(request, response),
    onUpgrade(...upgrade) {
      if (!upgrades.emit("upgrade", ...upgrade)) upgrade[1].destroy();
    },
    close: () => app.close(),
  };
}
