import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from "@/lib/lists/list-columns";

type Drag = {
  pointerId: number;
  /** Where it began. */
  clientX: number;
  /** Called once, if the width has changed. `undo` shows the width of before. */
  onEnd: (width: number, undo: () => void) => void;
};

/** Follows the pointer from the edge of a heading: the column is as wide as it is dragged, Escape ends it without a change. */
export function dragColumn(handle: HTMLElement, { pointerId, clientX, onEnd }: Drag): void {
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
  const tableBefore = parseFloat(table.style.getPropertyValue("--table"));
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
    if (!isKept || width === Math.round(before)) undo();
    else onEnd(width, undo);
  };
  handle.addEventListener("pointermove", (event) => show(before + event.clientX - clientX), { signal });
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
}
