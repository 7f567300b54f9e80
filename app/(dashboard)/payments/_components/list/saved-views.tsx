"use client";

import { Bookmark, Pencil, Trash2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Tool } from "@/components/ui/tool-bar";
import { textOf } from "@/lib/form";
import type { SavedViewOutcome } from "@/lib/payments/payment-list-views";
import { deleteViewAction, renameViewAction, saveViewAction } from "../../list-actions";

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
      {isRenaming && <RenameForm view={view} onDone={() => setIsRenaming(false)} />}
    </li>
  );
}

function RenameForm({ view, onDone }: { view: Kept; onDone: () => void }) {
  const t = useTranslations("payments");
  const {
    state: outcome,
    send: rename,
    isSending: isSaving,
    sent,
    isLost,
  } = useViewAction(async (before, form) => {
    const renamed = await renameViewAction(before, form);
    if (renamed.kind === "done") onDone();
    return renamed;
  });
  const error = useFaultText(outcome, isLost);
  return (
    <form action={rename} className="flex flex-wrap items-start gap-2 py-1.5">
      <input type="hidden" name="view" value={view.viewId} />
      <div className="min-w-0 grow basis-48">
        <TextField
          name="name"
          label={t("saved.nameOf", { name: view.name })}
          defaultValue={sent === null ? view.name : textOf(sent, "name")}
          error={error}
          autoFocus
          autoComplete="off"
        />
      </div>
      <Button type="submit" busy={isSaving} className="sm:mt-6">
        {t("saved.rename")}
      </Button>
    </form>
  );
}

type ViewAction = (earlier: SavedViewOutcome | null, form: FormData) => Promise<SavedViewOutcome>;

function useViewAction(action: ViewAction) {
  return useFormAction<SavedViewOutcome | null>(action, null);
}

function useFaultText(outcome: SavedViewOutcome | null, isLost: boolean): string | undefined {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  if (isLost) return common("lostAnswer.body");
  return outcome === null ? undefined : faultOf(outcome, t);
}

function faultOf(
  outcome: SavedViewOutcome,
  t: ReturnType<typeof useTranslations<"payments">>,
): string | undefined {
  switch (outcome.kind) {
    case "invalid":
      return t(`saved.fault.${outcome.fault}`);
    case "too_many":
      return t("saved.tooMany", { max: outcome.max });
    case "not_found":
      return t("saved.notFound");
    case "forbidden":
      return t("saved.forbidden");
    case "signed_out":
      return t("saved.signedOut");
    case "done":
      return undefined;
  }
}
