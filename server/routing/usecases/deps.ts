import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import type { IdSequence } from "../domain/ids";
import type { Gateways } from "../gateway/port";
import type { SaltBox } from "../store/salt-box";

/** What the use cases stand on; put together once, in the composition root. */
export type Deps = {
  pool: Pool;
  clock: Clock;
  logger: Logger;
  gateways: Gateways;
  ids: IdSequence;
  saltBox: SaltBox;
  /** The service's address as customers reach it, without a slash at the end: payment links begin with it. */
  publicUrl: string;
  paymentLifetimeMs: number;
};
