"use client";

import { type PointerEvent, useState } from "react";
import { lazyPart, prefetchPart } from "@/components/ui/lazy-part";
import type { ColumnChange, ColumnsOutcome, ListName } from "@/lib/lists/list-columns";

/** Most visits drag nothing. */
const dragging = lazyPart(() => import("./drag-column").then((module) => module.dragColumn));

/** Dragging the edge of a heading stores the width of its column. `isLost`: the last one could not be stored. */
export function useColumnResize(list: ListName, save: (change: ColumnChange) => Promise<ColumnsOutcome>) {
  const [isLost, setIsLost] = useState(false);
  const onResizeStart = (id: string, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const { currentTarget: handle, pointerId, clientX } = event;
    const onEnd = (isSaved: boolean): void => setIsLost(!isSaved);
    dragging.load().then(
      (drag) => drag({ handle, pointerId, clientX, list, id, save, onEnd }),
      () => setIsLost(true),
    );
  };
  return { onResizeStart, prefetch: () => prefetchPart(dragging), isLost };
}
