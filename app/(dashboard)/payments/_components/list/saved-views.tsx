"use client";

import { Bookmark } from "lucide-react";
import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { PartFailed } from "@/components/ui/part-failed";
import { Tool } from "@/components/ui/tool-bar";
import { useIsOpen } from "@/components/ui/use-is-open";
import type { SavedViewsProps } from "./saved-views-panel";

/** Most visits open no views, and change none: until then they are links alone. */
const panel = lazyPart<ComponentType<SavedViewsProps>>(() =>
  import("./saved-views-panel").then((module) => module.SavedViewsPanel),
);

/** The user's own views, those that others share, and the form that saves the filter in use. */
export function SavedViews(props: SavedViewsProps) {
  const t = useTranslations("payments");
  const tool = useRef<HTMLDetailsElement>(null);
  const isOpen = useIsOpen(tool);
  // Stays after closing, with what was typed.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Tool
      ref={tool}
      icon={Bookmark}
      label={t("saved.manage")}
      count={props.views.length}
      onPointerEnter={() => prefetchPart(panel)}
    >
      {wasOpened ? <Panel {...props} /> : <Links {...props} />}
    </Tool>
  );
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
