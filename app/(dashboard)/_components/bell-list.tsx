"use client";

import { CheckCheck, Settings2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { fetchView, SignedOutError } from "@/components/live/fetch-view";
import { NotificationItem } from "@/components/notifications/notification-item";
import { useUnread } from "@/components/notifications/unread";
import { SignedOut } from "@/components/states/signed-out";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { NotificationListView, NotificationView } from "@/lib/notifications/notification-views";
import { paths } from "@/lib/paths";

type Loaded =
  | { kind: "loading" }
  | { kind: "failed" }
  | { kind: "signed_out" }
  | { kind: "ready"; items: NotificationView[] };

/** The newest notifications, fetched each time the panel opens. */
export function BellList({ onClose }: { onClose: () => void }) {
  const { learn, markRead } = useUnread();
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    fetchView<NotificationListView>(paths.api.notifications(), stopped.signal).then(
      (view) => {
        learn(view.unread);
        setLoaded({ kind: "ready", items: view.items });
      },
      (error: unknown) => {
        if (stopped.signal.aborted) return;
        setLoaded({ kind: error instanceof SignedOutError ? "signed_out" : "failed" });
      },
    );
    return () => stopped.abort();
  }, [learn, attempt]);

  const readAll = useCallback(
    (newest: string): void => {
      markRead(paths.api.readNotifications(newest));
      setLoaded((now) =>
        now.kind === "ready" ? { ...now, items: now.items.map((item) => ({ ...item, isRead: true })) } : now,
      );
    },
    [markRead],
  );
  const tryAgain = (): void => {
    setLoaded({ kind: "loading" });
    setAttempt(attempt + 1);
  };

  if (loaded.kind === "signed_out")
    return (
      <div className="p-4">
        <SignedOut isRead />
      </div>
    );
  if (loaded.kind === "failed")
    return (
      <div className="p-4">
        <PartFailed onTryAgain={tryAgain} />
      </div>
    );
  return (
    <BellListView
      items={loaded.kind === "ready" ? loaded.items : null}
      onClose={onClose}
      onReadAll={readAll}
    />
  );
}

type BellListViewProps = {
  /** Null while it loads. */
  items: readonly NotificationView[] | null;
  onClose: () => void;
  onReadAll: (newest: string) => void;
};

export function BellListView({ items, onClose, onReadAll }: BellListViewProps) {
  const t = useTranslations("bell");
  const newest = items?.find(({ isRead }) => !isRead) === undefined ? undefined : items?.[0];
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-center justify-between gap-2 border-b border-line pr-2 pl-4">
        <h2 className="font-semibold">{t("title")}</h2>
        {newest !== undefined && (
          <Button
            variant="ghost"
            size="sm"
            icon={<CheckCheck aria-hidden className="size-4" />}
            onClick={() => onReadAll(newest.id)}
          >
            {t("markAll")}
          </Button>
        )}
      </div>
      {items === null && (
        <div role="status" aria-label={t("loading")} className="space-y-3 p-4">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {items?.length === 0 && (
        <div className="px-6 py-10 text-center">
          <p className="font-medium">{t("none")}</p>
          <p className="mt-1 text-sm text-balance text-ink-muted">{t("noneBody")}</p>
        </div>
      )}
      {items !== null && items.length > 0 && (
        <ul aria-label={t("title")} className="min-h-0 grow divide-y divide-line overflow-y-auto">
          {items.map((item) => (
            <li key={item.id}>
              <NotificationItem item={item} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex shrink-0 items-center justify-between gap-2 border-t border-line p-2">
        <Link href={paths.notifications()} className={buttonClass("link", "sm")} onClick={onClose}>
          {t("seeAll")}
        </Link>
        <Link
          href={paths.notificationSettings()}
          aria-label={t("settings")}
          title={t("settings")}
          className={buttonClass("ghost", "sm")}
          onClick={onClose}
        >
          <Settings2 aria-hidden className="size-4" />
        </Link>
      </div>
    </>
  );
}
