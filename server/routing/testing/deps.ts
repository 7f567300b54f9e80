import { createLogger } from "@/server/platform/log";
import { systemClock } from "@/server/platform/clock";
import { createPool } from "@/server/platform/pool";
import { IdSequence } from "../domain/ids";
import { createSimulator } from "../gateway/simulator/simulator";
import { createSaltBox } from "../store/salt-box";
import type { Deps } from "../usecases/deps";
import { TEST_SALT_KEY, type TestService } from "./service";

/** What a use case stands on, over the database of a running service: for what has no wire. */
export function depsOn(service: TestService): { deps: Deps; close: () => Promise<void> } {
  const logger = createLogger("test", "silent");
  const pool = createPool({
    connectionString: service.database.url,
    applicationName: "test",
    maxConnections: 8,
    logger,
  });
  const simulator = createSimulator({ pool, clock: systemClock, refundMs: 300 });
  return {
    deps: {
      pool,
      logger,
      clock: systemClock,
      gateways: new Map([[simulator.name, simulator]]),
      ids: new IdSequence(),
      saltBox: createSaltBox(Buffer.from(TEST_SALT_KEY, "base64")),
      publicUrl: service.baseUrl,
      paymentLifetimeMs: 60_000,
    },
    close: () => pool.end(),
  };
}
