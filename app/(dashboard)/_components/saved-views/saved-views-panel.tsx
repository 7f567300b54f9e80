"use client";

import { Pencil, Trash2, Users } from "lucide-react";
import { Link } from "@/components/ui/link";
import { type ComponentType, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { RoleAudience, SharedWith } from "@/lib/views/saved-view-views";
import { SaveView, type SaveViewProps } from "./save-view";
import type { ShareViewProps } from "./share-view";
import { SharedViewActions } from "./shared-view-actions";

/** Most people rename, delete and share nothing: these forms load when one is about to. */
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

type Kept = { viewId: string; name: string; href: string; sharedWith: SharedWith | null };
type Shared = { viewId: string; name: string; href: string; owner: string; mayStop: boolean };
export type SavedViewsProps = SaveViewProps & {
  views: readonly Kept[];
  /** Those of others. */
  shared: readonly Shared[];
  /** The composed roles that a view can be shared with. */
  roles: readonly RoleAudience[];
};

/** The user's own views: open, share, rename or delete one; those that others share; and the form of a new one. */
export function SavedViewsPanel({ views, shared, roles, ...saved }: SavedViewsProps) {
  const t = useTranslations("savedViews");
  return (
    <>
      {views.length > 0 && (
        <ul className="mb-4 max-w-xl divide-y divide-line">
          {views.map((view) => (
            <SavedView key={view.viewId} view={view} roles={roles} />
          ))}
        </ul>
      )}
      {shared.length > 0 && (
        <section aria-labelledby="shared-views" className="mb-4 max-w-xl">
          <h2 id="shared-views" className="mb-1 text-xs font-medium text-ink-muted">
            {t("shared")}
          </h2>
          <ul className="divide-y divide-line">
            {shared.map((view) => (
              <li key={view.viewId} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
                <span className="min-w-0 grow basis-40">
                  <Link href={view.href} className={VIEW_LINK}>
                    <bdi>{view.name}</bdi>
                  </Link>
                  <span className="block text-xs wrap-anywhere text-ink-muted">
                    {t("owner", { owner: view.owner })}
                  </span>
                </span>
                <SharedViewActions view={view} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <SaveView {...saved} />
    </>
  );
}

const VIEW_LINK = "block wrap-anywhere font-medium text-accent underline-offset-2 hover:underline";

function SavedView({ view, roles }: { view: Kept; roles: readonly RoleAudience[] }) {
  const t = useTranslations("savedViews");
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
            <span className="block text-xs wrap-anywhere text-ink-muted">
              {typeof view.sharedWith === "string"
                ? t("sharedWith", { audience: view.sharedWith })
                : t("sharedWithRole", { role: view.sharedWith.name })}
            </span>
          )}
        </span>
        <Button
          {...toggle("share")}
          icon={<Users aria-hidden className="size-3.5" />}
          aria-label={t("shareNamed", { name: view.name })}
        />
        <Button
          {...toggle("rename")}
          icon={<Pencil aria-hidden className="size-3.5" />}
          aria-label={t("renameNamed", { name: view.name })}
        />
        <Button
          {...toggle("remove")}
          icon={<Trash2 aria-hidden className="size-3.5" />}
          aria-label={t("removeNamed", { name: view.name })}
        />
      </div>
      {opened !== null && (
        <Opened key={opened} part={opened} view={view} roles={roles} onDone={() => setOpened(null)} />
      )}
    </li>
  );
}

function Opened({ part, ...props }: ShareViewProps & { part: keyof typeof PARTS }) {
  const form = useLazyPart(PARTS[part]);
  if (form.kind === "ready") return <form.part {...props} />;
  return form.kind === "failed" ? <PartFailed onTryAgain={form.tryAgain} /> : null;
}
