import {
  type BulkKind,
  type BulkRowView,
  type BulkRunView,
  duplicateSubjects,
  type StartBulkOutcome,
} from "@/lib/bulk";
import { confirmBulkRow } from "@/server/dashboard/bulk/commands/confirm-bulk-row";
import { createBulkRun } from "@/server/dashboard/bulk/commands/create-bulk-run";
import { startBulkRun } from "@/server/dashboard/bulk/commands/start-bulk-run";
import type { Ctx } from "@/server/dashboard/context";
import { checkBulkRun } from "@/server/dashboard/bulk/jobs/check-bulk-run";
import { continueBulkRun } from "@/server/dashboard/bulk/jobs/continue-bulk-run";
import { findBulkRun } from "@/server/dashboard/bulk/queries/find-bulk-run";
import { listBulkRows } from "@/server/dashboard/bulk/queries/list-bulk-rows";
import type { Services } from "@/server/dashboard/runtime";
import type { Harness } from "./harness";

const MAX_TURNS = 1_000;

/** A service that requests a pause of seven seconds. */
export const BUSY = {
  kind: "answer",
  status: 429,
  body: '{"success":false,"message":"Wait.","data":null}',
  headers: { "retry-after": "7" },
  effect: false,
} as const;

/** Runs a bulk run's jobs directly, batch by batch, and moves the clock over its pauses. */
export class BulkDriver {
  constructor(
    private readonly harness: Harness,
    /** Small batches, so that a few rows need several. */
    private readonly rowsPerBatch = 10,
  ) {}

  async upload(ctx: Ctx, kind: BulkKind, text: string, fileName: string | null = null): Promise<string> {
    const outcome = await createBulkRun(ctx, { kind, fileName, bytes: new TextEncoder().encode(text) });
    if (outcome.kind !== "created") throw new Error(`not created: ${JSON.stringify(outcome)}`);
    return outcome.runId;
  }

  async check(ctx: Ctx, runId: string): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const run = (await findBulkRun(ctx, runId))?.run;
      if (run?.state !== "checking") return;
      if (run.waitsUntil !== null) this.harness.clock.advance(5_000);
      await checkBulkRun(this.harness.services, runId);
    }
    throw new Error("the check does not end");
  }

  /** Starts a prepared run and sends all of it. */
  async send(ctx: Ctx, runId: string): Promise<void> {
    const outcome = await this.start(ctx, runId);
    if (outcome.kind !== "started") throw new Error(`not started: ${JSON.stringify(outcome)}`);
    await this.finish(ctx, runId);
  }

  /** A run of refunds that was started and sent. */
  async sendRefunds(ctx: Ctx, text: string): Promise<string> {
    const runId = await this.prepare(ctx, "refund", text);
    await this.send(ctx, runId);
    return runId;
  }

  /** Uploads and checks a run, ready to be started. */
  async prepare(ctx: Ctx, kind: BulkKind, text: string): Promise<string> {
    const runId = await this.upload(ctx, kind, text);
    await this.check(ctx, runId);
    return runId;
  }

  /** Starts with the values that the screen would send. */
  async start(ctx: Ctx, runId: string, isApprovalExpected = false): Promise<StartBulkOutcome> {
    const page = await findBulkRun(ctx, runId);
    if (page === null) throw new Error("no such run");
    const totals = Object.fromEntries(page.run.totals.map(({ currency, amount }) => [currency, amount]));
    const count = String(page.run.counts.ready);
    return startBulkRun(ctx, { runId, count, totals, isApprovalExpected, sign: page.sign });
  }

  /** Confirms every likely duplicate, one by one; returns how many there were. */
  async confirmAll(ctx: Ctx, runId: string): Promise<number> {
    const likely = (await this.rows(ctx, runId)).filter((row) => row.state === "likely_duplicate");
    for (const { rowId, faults } of likely) {
      const seen = duplicateSubjects(faults);
      const outcome = await confirmBulkRow(ctx, { runId, rowId, isMeant: true, seen });
      if (outcome.kind !== "done") throw new Error(`not confirmed: ${outcome.kind}`);
    }
    return likely.length;
  }

  async turn(runId: string, services: Services = this.harness.services): Promise<void> {
    await continueBulkRun(services, runId, { rowsPerBatch: this.rowsPerBatch });
  }

  /** Until it ends, or makes no progress. */
  async finish(ctx: Ctx, runId: string): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const run = (await findBulkRun(ctx, runId))?.run;
      if (run?.state !== "running") return;
      if (turn > 0) this.harness.clock.advance(5_000);
      await this.turn(runId);
    }
    throw new Error("the run does not end");
  }

  /** As in the file. */
  async rows(ctx: Ctx, runId: string): Promise<BulkRowView[]> {
    const rows: BulkRowView[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const page = await listBulkRows(ctx, { runId, state: null, after });
      rows.push(...page.rows);
      after = page.next;
    }
    return rows.sort((one, other) => one.line - other.line);
  }

  async states(ctx: Ctx, runId: string): Promise<string[]> {
    return (await this.rows(ctx, runId)).map((row) => row.state);
  }

  /** Paid payments PAY-1 … PAY-n, and the file that refunds 10.00 of each. */
  refunds(count: number): string {
    const rows = Array.from({ length: count }, (_, index) => `PAY-${index + 1}`);
    for (const reference of rows) this.harness.service.addPayment({ merchant_transaction_id: reference });
    return ["reference,amount", ...rows.map((reference) => `${reference},10.00`)].join("\n");
  }

  async run(ctx: Ctx, runId: string): Promise<BulkRunView> {
    const page = await findBulkRun(ctx, runId);
    if (page === null) throw new Error("no such run");
    return page.run;
  }

  /** The audit log's actions, in order. */
  async actions(): Promise<string[]> {
    return (await this.harness.audit()).map((row) => row.action);
  }

  /** How many refunds were sent. */
  sent(): number {
    return this.harness.service.callsOf("refund_initiate").length;
  }
}

/** The duplicates that a page with this row shows. */
export function subjectsOf(row: BulkRowView | undefined): string[] {
  return row === undefined ? [] : duplicateSubjects(row.faults);
}
