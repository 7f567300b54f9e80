import { readHeldRefunds } from "@/server/embedded/backup/held-refunds";
import type { StartEnv } from "./env";

/**
 * After the restore of a backup both systems hold refunds, until a person has compared them (decision 0237). `warning`: for the
 * terminal; null where nothing is held.
 */
export async function withHeldRefunds(env: StartEnv): Promise<{ env: StartEnv; warning: string | null }> {
  const madeAt = await readHeldRefunds(env.folder);
  if (madeAt === null) return { env, warning: null };
  return {
    env: { ...env, inherited: { ...env.inherited, REFUNDS_HELD: "1" } },
    warning:
      `No refund is made: the backup of ${madeAt} was restored, and does not know later refunds. Compare them ` +
      "(docs/operation.md), stop this, and run npm run restore -- --release-refunds.",
  };
}
