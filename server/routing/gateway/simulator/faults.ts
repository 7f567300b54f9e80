import type { Db } from "@/server/platform/pool";

/** The calls to the simulator for which faults can be scripted; see the migration for the table. */
export type SimulatorOperation = "open_checkout" | "fetch_payment" | "refund" | "fetch_refund" | "charge";

/**
 * `refuse`: a final refusal. `unavailable`: no response and no effect. `hang`: the same after `delayMs`. `slow`: the
 * right response after `delayMs`. `lose_response`: the effect without the response. `late_success` (refunds): FAILURE
 * now, SUCCESS when fetched after `delayMs`.
 */
export type SimulatorFaultKind =
  | "refuse"
  | "unavailable"
  | "hang"
  | "slow"
  | "lose_response"
  | "late_success";
export type SimulatorFault = { kind: SimulatorFaultKind; delayMs: number };

/**
 * Uses the oldest scripted fault of this operation for `subject`, once for each of its times: the row lock gives each
 * time to one call only, in whichever process.
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

/** Marks a recorded refund as failed, and as successful from `turnsSuccessAt` on. */
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
