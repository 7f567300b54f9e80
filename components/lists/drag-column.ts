import { startTransition } from "react";
import {
  type ColumnChange,
  type ColumnsOutcome,
  type ListName,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
} from "@/lib/lists/list-columns";

type Drag = {
  handle: HTMLElement;
  pointerId: number;
  /** Where it began. */
  clientX: number;
  list: ListName;
  id: string;
  save: (change: ColumnChange) => Promise<ColumnsOutcome>;
  /** Called once, if the width has changed. */
  onEnd: (isSaved: boolean) => void;
};

/** Follows the pointer from the edge of a heading: the column is as wide as it is dragged, Escape ends it without a change. */
export function dragColumn({ handle, pointerId, clientX, list, id, save, onEnd }: Drag): void {
  const heading = handle.closest("th");
  const table = heading?.closest("table");
  if (!heading || !table) return;
  try {
    handle.setPointerCapture(pointerId);
  } catch {
    // Released before this code had loaded.
    return;
  }
  const before = heading.getBoundingClientRect().width;
  // Empty while the table has its default columns.
  const tableBefore = parseInt(table.style.getPropertyValue("--table"), 10);
  let width = before;
  const show = (px: number): void => {
    width = Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, px)));
    heading.style.setProperty("width", `${String(width)}px`, "important");
    if (!Number.isNaN(tableBefore))
      table.style.setProperty("--table", `${String(tableBefore + width - before)}px`);
  };
  const { width: ownWidth } = heading.style;
  const undo = (): void => {
    heading.style.setProperty("width", ownWidth);
    if (!Number.isNaN(tableBefore)) table.style.setProperty("--table", `${String(tableBefore)}px`);
  };
  const listening = new AbortController();
  const { signal } = listening;
  const end = (isKept: boolean): void => {
    listening.abort();
    if (!isKept || width === Math.round(before)) return undo();
    startTransition(async () => {
      const outcome = await save({ list, change: "width", id, width }).catch(
        () => ({ kind: "lost" }) as const,
      );
      if (outcome.kind !== "done") undo();
      onEnd(outcome.kind === "done");
    });
  };
  handle.addEventListener("pointermove", (event) => show(before + event.clientX - clientX), { signal });
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
}
