import type { Services } from "../../runtime";
import { deleteExpiredFiles } from "../store/runs";

const RUNS_KEPT_MS = 90 * 24 * 60 * 60_000;

/** Deletes files a week after they were written, and what is known of their runs after 90 days. */
export async function deleteOldExports({ pool, clock }: Services): Promise<void> {
  const now = clock.now();
  await deleteExpiredFiles(pool, now, new Date(now.getTime() - RUNS_KEPT_MS));
}
