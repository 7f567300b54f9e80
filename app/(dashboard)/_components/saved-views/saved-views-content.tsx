"use client";

import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { useIsOpen } from "@/components/ui/use-is-open";
import type { SavedViewsProps } from "./saved-views-panel";

/** Most visits open no views, and change none. */
const panel = lazyPart<ComponentType<SavedViewsProps>>(() =>
  import("./saved-views-panel").then((module) => module.SavedViewsPanel),
);

type SavedViewsContentProps = SavedViewsProps & {
  /** The views as links, until more is needed. */
  children: ReactNode;
};

export function SavedViewsContent({ children, ...props }: SavedViewsContentProps) {
  const content = useRef<HTMLDivElement>(null);
  return <div ref={content}>{useWasOpened(content) ? <Panel {...props}>{children}</Panel> : children}</div>;
}

function Panel({ children, ...props }: SavedViewsContentProps) {
  const part = useLazyPart(panel);
  if (part.kind === "ready") return <part.part {...props} />;
  return (
    <>
      {children}
      {part.kind === "failed" && <PartFailed onTryAgain={part.tryAgain} />}
    </>
  );
}

/**
 * Whether the disclosure around an element is open, or was: its content stays after closing, with what was typed. The
 * disclosure itself is the server's HTML, so that a page carries only what is inside, and that when it is needed.
 */
function useWasOpened(inside: RefObject<HTMLElement | null>): boolean {
  const isOpen = useIsOpen(inside);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened;
}
