import { z } from "zod";
import type { BulkRunView } from "@/lib/bulk";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type BulkRunPosition, listBulkRuns as listRuns } from "../store/bulk-runs";
import { presentBulkRuns } from "./bulk-views";

const PAGE_SIZE = 25;

type BulkRunListView = { runs: BulkRunView[]; nextCursor: string | null };

/** The runs of all people, newest first. An invalid cursor means the first page. */
export async function listBulkRuns(ctx: Ctx, input: { cursor?: string }): Promise<BulkRunListView> {
  await requirePermission(ctx, "run_bulk", { kind: "bulk_run", id: "" });
  const found = await listRuns(ctx.pool, {
    before: input.cursor === undefined ? null : readCursor(input.cursor),
    limit: PAGE_SIZE + 1,
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    runs: await presentBulkRuns(ctx.pool, page),
    nextCursor:
      found.length > PAGE_SIZE && last !== undefined ? `${last.createdAt.toISOString()}_${last.id}` : null,
  };
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

function readCursor(cursor: string): BulkRunPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [createdAt, id] = parsed.data;
  return { createdAt: new Date(createdAt), id };
}
