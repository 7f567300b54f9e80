"use client";

import { Bookmark, Pencil, Trash2, Users } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Tool } from "@/components/ui/tool-bar";
import { useIsOpen } from "@/components/ui/use-is-open";
import type { ViewAudience } from "@/lib/payments/payment-list-views";
import type { SaveViewProps } from "./save-view";
import type { ShareViewProps } from "./share-view";
import type { SharedViewActionsProps } from "./shared-view-actions";

/** Most visits save, rename and delete nothing: the forms load when the user is about to. */
const saveForm = lazyPart<ComponentType<SaveViewProps>>(() =>
  import("./save-view").then((module) => module.SaveView),
);
const PARTS = {
  rename: lazyPart<ComponentType<ShareViewProps>>(() =>
    import("./rename-view").then((module) => module.RenameView),
  ),
  remove: lazyPart<ComponentType<ShareViewProps>>(() =>
    import("./remove-view").then((module) => module.RemoveView),
  ),
  share: lazyPart<ComponentType<ShareViewProps>>(() =>
    import("./share-view").then((module) => module.ShareView),
  ),
};
const sharedActions = lazyPart<ComponentType<SharedViewActionsProps>>(() =>
  import("./shared-view-actions").then((module) => module.SharedViewActions),
);

type Kept = { viewId: string; name: string; href: string; sharedWith: ViewAudience | null };
type Shared = { viewId: string; name: string; href: string; owner: string; mayStop: boolean };
type SavedViewsProps = SaveViewProps & {
  views: readonly Kept[];
  /** Those of others. */
  shared: readonly Shared[];
};

/** The user's own views: open, share, rename or delete one, or save the filter in use; and those that others share. */
export function SavedViews({ views, shared, ...saved }: SavedViewsProps) {
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
      {shared.length > 0 && (
        <section aria-labelledby="shared-views" className="mb-4 max-w-xl">
          <h2 id="shared-views" className="mb-1 text-xs font-medium text-ink-muted">
            {t("saved.shared")}
          </h2>
          <ul className="divide-y divide-line">
            {shared.map((view) => (
              <li key={view.viewId} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
                <span className="min-w-0 grow basis-40">
                  <Link href={view.href} className={VIEW_LINK}>
                    <bdi>{view.name}</bdi>
                  </Link>
                  <span className="block truncate text-xs text-ink-muted">
                    {t("saved.owner", { owner: view.owner })}
                  </span>
                </span>
                {wasOpened && <SharedActions view={view} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {wasOpened && <SaveForm {...saved} />}
    </Tool>
  );
}

function SaveForm(props: SaveViewProps) {
  const form = useLazyPart(saveForm);
  if (form.kind === "ready") return <form.part {...props} />;
  if (form.kind === "failed") return <PartFailed onTryAgain={form.tryAgain} />;
  return <div aria-busy className="h-20" />;
}

function SharedActions(props: SharedViewActionsProps) {
  const actions = useLazyPart(sharedActions);
  if (actions.kind === "ready") return <actions.part {...props} />;
  return actions.kind === "failed" ? <PartFailed onTryAgain={actions.tryAgain} /> : null;
}

const VIEW_LINK = "block truncate font-medium text-accent underline-offset-2 hover:underline";

function SavedView({ view }: { view: Kept }) {
  const t = useTranslations("payments");
  const [opened, setOpened] = useState<keyof typeof PARTS | null>(null);
  const toggle = (part: keyof typeof PARTS) => ({
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
        <span className="min-w-0 grow basis-40">
          <Link href={view.href} className={VIEW_LINK}>
            <bdi>{view.name}</bdi>
          </Link>
          {view.sharedWith !== null && (
            <span className="block text-xs text-ink-muted">
              {t("saved.sharedWith", { audience: view.sharedWith })}
            </span>
          )}
        </span>
        <Button
          {...toggle("share")}
          icon={<Users aria-hidden className="size-3.5" />}
          aria-label={t("saved.shareNamed", { name: view.name })}
        />
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

function Opened({ part, ...props }: ShareViewProps & { part: keyof typeof PARTS }) {
  const form = useLazyPart(PARTS[part]);
  if (form.kind === "ready") return <form.part {...props} />;
  return form.kind === "failed" ? <PartFailed onTryAgain={form.tryAgain} /> : null;
}
