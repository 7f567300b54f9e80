import { z } from "zod";
import type { JobHandler } from "@/server/platform/jobs";
import type { Deps } from "../usecases/deps";
import { isMerchantMoving, requireHere } from "../usecases/cells/merchant-here";

const jobSchema = z.object({ merchantId: z.number().int() });

/**
 * A handler for jobs of one merchant that does nothing while the merchant moves to another cell: its sweep schedules the job
 * there, and this cell's does if the merchant stays (decision 0334). Asked after the job was taken: the move waits for the jobs
 * that were taken before.
 */
export function unlessMoving(deps: Pick<Deps, "reads" | "logger">, handler: JobHandler): JobHandler {
  return async (payload) => {
    const { merchantId } = jobSchema.parse(payload);
    try {
      await requireHere(deps, merchantId);
      await handler(payload);
    } catch (error) {
      if (!isMerchantMoving(error)) throw error;
      deps.logger.info({ merchantId }, "a job was left to the merchant's next cell");
    }
  };
}
