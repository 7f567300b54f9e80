import { afterAll, beforeAll } from "vitest";
import type { Deps } from "@/server/routing/usecases/deps";
import { depsOn } from "./deps";
import { startServiceHere, type TestService } from "./service";

/**
 * A service without a worker, for all tests of a file: the tests run its steps through use cases. Both are available
 * once the file's tests run. `refundMs`: how long the simulator takes for a refund.
 */
export function useServiceWithoutWorker(options: { refundMs?: number } = {}): {
  service: TestService;
  deps: Deps;
} {
  const byHand = {} as { service: TestService; deps: Deps };
  let close = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    byHand.service = await startServiceHere();
    ({ deps: byHand.deps, close } = depsOn(byHand.service, options));
  });
  afterAll(async () => {
    await close();
    await byHand.service.stop();
  });
  return byHand;
}
