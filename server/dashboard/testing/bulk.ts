import type { BulkKind, BulkRowView, StartBulkOutcome } from "@/lib/bulk";
import { createBulkRun } from "../commands/create-bulk-run";
import { startBulkRun } from "../commands/start-bulk-run";
import type { Ctx } from "../context";
import { checkBulkRun } from "../jobs/check-bulk-run";
import { continueBulkRun } from "../jobs/continue-bulk-run";
import { findBulkRun } from "../queries/find-bulk-run";
import { listBulkRows } from "../queries/list-bulk-rows";
import type { Services } from "../runtime";
import type { Harness } from "./harness";

const MAX_TURNS = 1_000;

/** Runs a bulk run's own jobs by hand, one turn after the other, with the clock moved over its waits. */
export class BulkDriver {
  constructor(
    private readonly harness: Harness,
    /** Short turns, so that a few rows are several of them. */
    private readonly rowsATurn = 10,
  ) {}

  async upload(ctx: Ctx, kind: BulkKind, text: string, fileName: string | null = null): Promise<string> {
    const outcome = await createBulkRun(ctx, { kind, fileName, bytes: new TextEncoder().encode(text) });
    if (outcome.kind !== "created") throw new Error(`not taken in: ${JSON.stringify(outcome)}`);
    return outcome.runId;
  }

  async check(ctx: Ctx, runId: string): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const run = (await findBulkRun(ctx, runId))?.run;
      if (run?.state !== "checking") return;
      if (run.waitsUntil !== null) this.harness.clock.advance(5_000);
      await checkBulkRun(this.harness.services, { runId });
    }
    throw new Error("the check does not end");
  }

  /** Uploads, checks and leaves it to be started. */
  async prepare(ctx: Ctx, kind: BulkKind, text: string): Promise<string> {
    const runId = await this.upload(ctx, kind, text);
    await this.check(ctx, runId);
    return runId;
  }

  /** Starts with just what the screen would say. */
  async start(ctx: Ctx, runId: string, again = ""): Promise<StartBulkOutcome> {
    const page = await findBulkRun(ctx, runId);
    if (page === null) throw new Error("no such run");
    const totals = Object.fromEntries(page.run.totals.map(({ currency, amount }) => [currency, amount]));
    return startBulkRun(ctx, { runId, count: String(page.run.counts.ready), totals, again });
  }

  async turn(runId: string, services: Services = this.harness.services): Promise<void> {
    await continueBulkRun(services, { runId }, { rowsATurn: this.rowsATurn });
  }

  /** Until it ends, or stands still. */
  async finish(ctx: Ctx, runId: string): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const run = (await findBulkRun(ctx, runId))?.run;
      if (run?.state !== "running") return;
      if (turn > 0) this.harness.clock.advance(5_000);
      await this.turn(runId);
    }
    throw new Error("the run does not end");
  }

  async rows(ctx: Ctx, runId: string): Promise<BulkRowView[]> {
    const rows: BulkRowView[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const page = await listBulkRows(ctx, { runId, state: null, after });
      rows.push(...page.rows);
      after = page.next;
    }
    return rows;
  }

  async states(ctx: Ctx, runId: string): Promise<string[]> {
    return (await this.rows(ctx, runId)).map((row) => row.state);
  }
}
