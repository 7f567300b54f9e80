import { isTracingConfigured } from "@/server/platform/env";
import { runSystem } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { logPrintedLines } from "@/server/platform/printed-lines";
import { startTracing } from "@/server/platform/tracing";
import { readRoutingEnv } from "./env";
import { readRoles } from "./roles";
import { startRouting } from "./start-routing";

const logger = createLogger("routing");
logPrintedLines(logger);

await runSystem(logger, async (onStep) => {
  const roles = readRoles(process.argv.slice(2));
  const env = readRoutingEnv();
  logger.level = env.ROUTING_LOG_LEVEL;
  const stopTracing = isTracingConfigured() ? await startTracing("paydeck-routing") : null;
  const running = await startRouting(env, { roles, logger, onStep });
  return {
    ...running,
    async stop() {
      await running.stop();
      await stopTracing?.();
    },
  };
});
