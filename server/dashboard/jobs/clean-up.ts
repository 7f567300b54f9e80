import type { Services } from "../runtime";
import { endInterruptedActions } from "../audit/jobs/end-interrupted-actions";
import { holdWorkFromBackup } from "../bulk/jobs/hold-work-from-backup";
import { deleteOldSeen } from "../payments/jobs/delete-old-seen";
import { deleteExpiredContacts } from "../payments/store/expired-contacts";
import { deleteOldExports } from "../scheduled-exports/jobs/delete-old-exports";

/** Ends what was interrupted and deletes what has expired. A step that fails does not prevent the others. */
export async function cleanUp(services: Services): Promise<void> {
  const steps = [
    () => holdWorkFromBackup(services),
    () => endInterruptedActions(services),
    () => deleteExpiredContacts(services.pool, services.clock.now()),
    () => deleteOldSeen(services),
    () => deleteOldExports(services),
  ];
  let failure: { error: unknown } | null = null;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
}
