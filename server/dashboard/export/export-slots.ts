import type { ExportFull } from "@/lib/export-problem";

/** Each export reads the service or the database page by page for minutes: more at once would slow everyone down. */
export const MAX_EXPORTS = 6;
export const MAX_EXPORTS_OF_ONE = 2;
/** When the slot of a response that was never read is released; no export takes so long. */
const SLOT_HOLDS_MS = 30 * 60_000;

/** Too many exports are in progress to start another. */
export class ExportsFullError extends Error {
  constructor(readonly full: ExportFull) {
    super(`no export is begun: ${full}`);
  }
}

type Slot = { personId: string; takenAtMs: number };

const KEY = Symbol.for("paydeck.dashboard.exports");
type Holder = { [KEY]?: Set<Slot> };

/** The slots are on `globalThis`, as Next may bundle this module more than once. */
function slotsOfProcess(): Set<Slot> {
  return ((globalThis as Holder)[KEY] ??= new Set());
}

/** Reserves an export slot for a person; the returned function releases it, once. Throws an `ExportsFullError`. */
export function takeExportSlot(personId: string, at: Date): () => void {
  const slots = slotsOfProcess();
  for (const slot of slots) {
    if (at.getTime() - slot.takenAtMs > SLOT_HOLDS_MS) slots.delete(slot);
  }
  const own = [...slots].filter((slot) => slot.personId === personId).length;
  if (own >= MAX_EXPORTS_OF_ONE) throw new ExportsFullError("own_exports");
  if (slots.size >= MAX_EXPORTS) throw new ExportsFullError("all_exports");
  const slot = { personId, takenAtMs: at.getTime() };
  slots.add(slot);
  return () => void slots.delete(slot);
}

/**
 * Tests call this: their files share a process, and a response that one of them never reads would keep its slot from
 * the next.
 */
export function releaseAllExportSlots(): void {
  slotsOfProcess().clear();
}
