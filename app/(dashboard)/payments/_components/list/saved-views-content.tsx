"use client";

import { type ComponentType, useRef } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { PartFailed } from "@/components/ui/part-failed";
import { useWasOpened } from "@/components/ui/use-was-opened";
import type { SavedViewsProps } from "./saved-views-panel";

/** Most visits open no views, and change none: until then they are links alone. */
const panel = lazyPart<ComponentType<SavedViewsProps>>(() =>
  import("./saved-views-panel").then((module) => module.SavedViewsPanel),
);

export function SavedViewsContent(props: SavedViewsProps) {
  const content = useRef<HTMLDivElement>(null);
  return <div ref={content}>{useWasOpened(content) ? <Panel {...props} /> : <Links {...props} />}</div>;
}

function Panel(props: SavedViewsProps) {
  const part = useLazyPart(panel);
  if (part.kind === "ready") return <part.part {...props} />;
  return (
    <>
      <Links {...props} />
      {part.kind === "failed" && <PartFailed onTryAgain={part.tryAgain} />}
    </>
  );
}

function Links({ views, shared }: Pick<SavedViewsProps, "views" | "shared">) {
  return (
    <ul className="max-w-xl space-y-2">
      {[...views, ...shared].map(({ viewId, name, href }) => (
        <li key={viewId}>
          <Link href={href} className="block truncate font-medium text-accent hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
