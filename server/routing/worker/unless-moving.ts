import { z } from "zod";
import type { JobHandler } from "@/server/platform/jobs";
import type { Deps } from "../usecases/deps";
import { requireHere } from "../usecases/cells/merchant-here";

const jobSchema = z.object({ merchantId: z.number().int() });

/**
 * A handler for jobs of one merchant that fails while the merchant moves to another cell: the job waits, and moves with the
 * merchant or is done here if it stays (decision 0334). Asked after the job was taken: the move waits for the jobs that were
 * taken before.
 */
export function unlessMoving(deps: Pick<Deps, "reads">, handler: JobHandler): JobHandler {
  return async (payload) => {
    await requireHere(deps, jobSchema.parse(payload).merchantId);
    await handler(payload);
  };
}
