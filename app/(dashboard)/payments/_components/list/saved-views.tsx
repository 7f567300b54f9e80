"use client";

import { Bookmark, Pencil, Trash2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Tool } from "@/components/ui/tool-bar";
import { textOf } from "@/lib/form";
import { deleteViewAction, saveViewAction } from "../../list-actions";
import type { RenameViewProps } from "./rename-view";
import { useFaultText, useViewAction } from "./use-view-action";

/** Most visits rename nothing: the form loads when the user is about to. */
const renameForm = lazyPart(() => import("./rename-view").then((module) => module.RenameView));

type Kept = { viewId: string; name: string; href: string };
type SavedViewsProps = {
  views: readonly Kept[];
  /** The filter in use, as a query string; empty for none. */ query: string;
};

/** The user's own views: open, rename or delete one, or save the filter in use. */
export function SavedViews({ views, query }: SavedViewsProps) {
  const t = useTranslations("payments");
  return (
    <Tool icon={Bookmark} label={t("saved.manage")} count={views.length}>
      {views.length > 0 && (
        <ul className="mb-4 max-w-xl divide-y divide-line">
          {views.map((view) => (
            <SavedView key={view.viewId} view={view} />
          ))}
        </ul>
      )}
      <SaveForm query={query} />
    </Tool>
  );
}

function SaveForm({ query }: { query: string }) {
  const t = useTranslations("payments");
  const { state: outcome, send: save, isSending: isSaving, sent, isLost } = useViewAction(saveViewAction);
  const error = useFaultText(outcome, isLost);
  return (
    <form action={save} className="flex max-w-xl flex-wrap items-start gap-2">
      <input type="hidden" name="query" value={query} />
      <div className="min-w-0 grow basis-48">
        <TextField
          name="name"
          label={t("saved.save")}
          hint={t("saved.about")}
          defaultValue={error === undefined ? "" : textOf(sent, "name")}
          error={error}
          autoComplete="off"
        />
      </div>
      <Button type="submit" busy={isSaving} className="sm:mt-6">
        {t("saved.button")}
      </Button>
      <p role="status" className="basis-full text-sm text-success">
        {error === undefined && outcome?.kind === "done" && t("saved.done")}
      </p>
    </form>
  );
}

function SavedView({ view }: { view: Kept }) {
  const t = useTranslations("payments");
  const [isRenaming, setIsRenaming] = useState(false);
  const { state: removed, send: remove, isSending: isRemoving, isLost } = useViewAction(deleteViewAction);
  const error = useFaultText(removed, isLost);

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
          variant="ghost"
          size="sm"
          icon={<Pencil aria-hidden className="size-3.5" />}
          aria-label={t("saved.renameNamed", { name: view.name })}
          aria-expanded={isRenaming}
          onPointerEnter={() => prefetchPart(renameForm)}
          onFocus={() => prefetchPart(renameForm)}
          onClick={() => setIsRenaming(!isRenaming)}
        />
        <details className="group open:contents open:[&::details-content]:order-last open:[&::details-content]:min-w-0 open:[&::details-content]:basis-full">
          <summary
            aria-label={t("saved.removeNamed", { name: view.name })}
            className={`${buttonClass("ghost", "sm")} list-none group-open:bg-sunken hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden`}
          >
            <Trash2 aria-hidden className="size-3.5" />
          </summary>
          <form action={remove} className="flex flex-wrap items-center justify-between gap-2 pb-1 text-sm">
            <input type="hidden" name="view" value={view.viewId} />
            {t("saved.removeAsk")}
            <Button type="submit" variant="danger" size="sm" busy={isRemoving}>
              {t("saved.remove")}
            </Button>
          </form>
        </details>
      </div>
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {isRenaming && <Renaming view={view} onDone={() => setIsRenaming(false)} />}
    </li>
  );
}

function Renaming(props: RenameViewProps) {
  const form = useLazyPart(renameForm);
  if (form.kind === "ready") return <form.part {...props} />;
  return form.kind === "failed" ? <PartFailed onTryAgain={form.tryAgain} /> : null;
}
