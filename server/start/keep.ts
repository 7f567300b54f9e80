import { join } from "node:path";
import { systemClock } from "@/server/platform/clock";
import type { KeepEvent } from "@/server/platform/keep-running";
import { createLogger } from "@/server/platform/log";
import { projectRoot } from "@/server/platform/root";
import { inheritedEnv } from "./env";
import { startService } from "./service";
import { onStopSignals } from "./signals";

/**
 * `npm run service` and `npm run worker`: one process of the routing service, restarted whenever it ends (decision
 * 0230).
 */
const args = process.argv.slice(2);
const logger = createLogger(`keep-${args.join("-")}`);
let since: Date | null = null;

function report(event: KeepEvent): void {
  const now = systemClock.now();
  const began = since ?? now;
  switch (event.kind) {
    case "starting":
      logger.info({ forMinutes: event.forMinutes, step: event.step }, "still starting");
      break;
    case "down":
      since = began;
      logger.error({ problem: event.problem, since: began.toISOString() }, "down; it is started again");
      break;
    case "up":
      since = null;
      logger.info({ since: began.toISOString(), downMs: now.getTime() - began.getTime() }, "up again");
      break;
    case "lost":
      logger.error({ problem: event.problem, since: began.toISOString() }, "it cannot be started again");
      process.exit(1);
  }
}

const service = startService({
  name: "The process",
  program: join(projectRoot(), "dist", "routing.js"),
  args,
  env: inheritedEnv(),
  logFile: null,
  onEvent: report,
});
let isStopping = false;
onStopSignals(
  () => {
    isStopping = true;
    void service.stop().then(() => process.exit(0));
  },
  () => {
    service.kill();
    process.exit(1);
  },
);
service.url.catch((error: unknown) => {
  if (isStopping) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
