"use client";

import { Bookmark, Pencil, Trash2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Tool } from "@/components/ui/tool-bar";
import { useIsOpen } from "@/components/ui/use-is-open";
import type { RenameViewProps } from "./rename-view";
import type { SaveViewProps } from "./save-view";

/** Most visits save, rename and delete nothing: the forms load when the user is about to. */
const saveForm = lazyPart<ComponentType<SaveViewProps>>(() =>
  import("./save-view").then((module) => module.SaveView),
);
const PARTS = {
  rename: lazyPart<ComponentType<RenameViewProps>>(() =>
    import("./rename-view").then((module) => module.RenameView),
  ),
  remove: lazyPart<ComponentType<RenameViewProps>>(() =>
    import("./remove-view").then((module) => module.RemoveView),
  ),
};

type Kept = { viewId: string; name: string; href: string };
type SavedViewsProps = {
  views: readonly Kept[];
  /** The filter in use, as a query string; empty for none. */ query: string;
};

/** The user's own views: open, rename or delete one, or save the filter in use. */
export function SavedViews({ views, query }: SavedViewsProps) {
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
      count={views.length}
      onPointerEnter={() => prefetchPart(saveForm)}
    >
      {views.length > 0 && (
        <ul className="mb-4 max-w-xl divide-y divide-line">
          {views.map((view) => (
            <SavedView key={view.viewId} view={view} />
          ))}
        </ul>
      )}
      {wasOpened && <SaveForm query={query} />}
    </Tool>
  );
}

function SaveForm(props: SaveViewProps) {
  const form = useLazyPart(saveForm);
  if (form.kind === "ready") return <form.part {...props} />;
  if (form.kind === "failed") return <PartFailed onTryAgain={form.tryAgain} />;
  return <div aria-busy className="h-20" />;
}

function SavedView({ view }: { view: Kept }) {
  const t = useTranslations("payments");
  const [opened, setOpened] = useState<"rename" | "remove" | null>(null);
  const toggle = (part: "rename" | "remove") => ({
    variant: "ghost" as const,
    size: "sm" as const,
    "aria-expanded": opened === part,
    onPointerEnter: () => prefetchPart(PARTS[part]),
    onFocus: () => prefetchPart(PARTS[part]),
    onClick: () => setOpened(opened === part ? null : part),
  });

  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <Link
          href={view.href}
          className="min-w-0 grow basis-40 truncate font-medium text-accent underline-offset-2 hover:underline"
        >
          <bdi>{view.name}</bdi>
        </Link>
        <Button
          {...toggle("rename")}
          icon={<Pencil aria-hidden className="size-3.5" />}
          aria-label={t("saved.renameNamed", { name: view.name })}
        />
        <Button
          {...toggle("remove")}
          icon={<Trash2 aria-hidden className="size-3.5" />}
          aria-label={t("saved.removeNamed", { name: view.name })}
        />
      </div>
      {opened !== null && <Opened key={opened} part={opened} view={view} onDone={() => setOpened(null)} />}
    </li>
  );
}

function Opened({ part, ...props }: RenameViewProps & { part: "rename" | "remove" }) {
  const form = useLazyPart(PARTS[part]);
  if (form.kind === "ready") return <form.part {...props} />;
  return form.kind === "failed" ? <PartFailed onTryAgain={form.tryAgain} /> : null;
}
