import type { Db } from "@/server/platform/pool";

/** What a call to the simulator can be scripted to meet; see the migration for the table. */
export type SimulatorOperation = "open_checkout" | "fetch_payment" | "refund" | "fetch_refund" | "charge";

/**
 * `refuse`: a definite no. `unavailable`: no answer, and no effect. `hang`: the same after `delayMs`. `slow`: the right answer
 * after `delayMs`. `lose_answer`: the effect without the answer. `late_success` (refunds): FAILURE now, and SUCCESS when
 * asked after `delayMs`.
 */
export type SimulatorFaultKind = "refuse" | "unavailable" | "hang" | "slow" | "lose_answer" | "late_success";
export type SimulatorFault = { kind: SimulatorFaultKind; delayMs: number };

/**
 * Takes the oldest scripted fault of this operation that is about `subject`, once for each of its times: the row's lock
 * gives every time to one call only, whichever process makes it.
 */
export async function takeFault(
  db: Db,
  operation: SimulatorOperation,
  subject: string,
): Promise<SimulatorFault | null> {
  const { rows } = await db.query<{ kind: SimulatorFaultKind; delay_ms: number }>(
    `update simulator.faults set remaining = remaining - 1
     where id = (
       select id from simulator.faults
       where operation = $1 and remaining > 0 and (about is null or position(about in $2) > 0)
       order by id limit 1 for update)
     returning kind, delay_ms`,
    [operation, subject],
  );
  const row = rows[0];
  return row === undefined ? null : { kind: row.kind, delayMs: row.delay_ms };
}

/** Makes a recorded refund one that has failed, and will be called successful from `turnsSuccessAt` on. */
export async function failUntil(
  db: Db,
  refundId: string,
  failedAt: Date,
  turnsSuccessAt: Date,
): Promise<void> {
  await db.query(
    `update simulator.refunds set outcome = 'FAILURE', settles_at = $2, turns_success_at = $3 where refund_id = $1`,
    [refundId, failedAt, turnsSuccessAt],
  );
}
