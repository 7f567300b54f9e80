"use client";

import { type PointerEvent, useState, useTransition } from "react";
import { lazyPart, prefetchPart } from "@/components/ui/lazy-part";
import type { ColumnChange, ColumnsOutcome, ListName } from "@/lib/lists/list-columns";

/** Most visits drag nothing. */
const dragging = lazyPart(() => import("./drag-column").then((module) => module.dragColumn));

type Save = (change: ColumnChange) => Promise<ColumnsOutcome>;

/** Dragging the edge of a heading stores the width of its column. `isLost`: the last one could not be stored. */
export function useColumnResize(list: ListName, save: Save) {
  const [isLost, setIsLost] = useState(false);
  const [, startSaving] = useTransition();
  const onResizeStart = (id: string, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const { pointerId, clientX } = event;
    const onEnd = (width: number, undo: () => void): void => {
      startSaving(async () => {
        const outcome = await save({ list, change: "width", id, width }).catch(() => ({ kind: "lost" }) as const);
        setIsLost(outcome.kind !== "done");
        if (outcome.kind !== "done") undo();
      });
    };
    dragging.load().then(
      (drag) => drag(handle, { pointerId, clientX, onEnd }),
      () => setIsLost(true),
    );
  };
  return { onResizeStart, prefetch: () => prefetchPart(dragging), isLost };
}
