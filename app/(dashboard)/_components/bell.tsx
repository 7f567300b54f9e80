"use client";

import { Bell } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useUnread } from "@/components/notifications/unread";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsOpen } from "@/components/ui/use-is-open";

const PANEL_ID = "notifications-panel";

/** The list loads on first use, or when use is likely. */
const listPart = lazyPart(() => import("./bell-list").then((module) => module.BellList));

/** Opens the panel, by a native popover. It has no number: To do is the one inbox, and has the only badge. The frame shows it twice: beside the menu, and on a phone in the bar. */
export function BellButton() {
  const t = useTranslations("bell");
  const { unread } = useUnread();
  const prefetch = (): void => prefetchPart(listPart);
  return (
    <button
      type="button"
      popoverTarget={PANEL_ID}
      aria-label={t("open", { unread })}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="grid size-9 place-items-center rounded text-ink-muted touch-target hover:bg-sunken hover:text-ink"
    >
      <Bell aria-hidden className="size-4" />
    </button>
  );
}

/** The newest notifications: a popover that closes on Escape, on a click elsewhere, and when one of its links opens. */
export function BellPanel() {
  const t = useTranslations("bell");
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = useIsOpen(panel);
  return (
    <>
      <Arrivals />
      <div
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        role="dialog"
        aria-label={t("title")}
        className="inset-auto top-14 right-2 left-2 m-0 max-h-[min(36rem,calc(100dvh-4.5rem))] w-auto flex-col overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-floating open:flex sm:left-auto sm:w-96 lg:top-2 lg:right-auto lg:left-[14.75rem] lg:max-h-[min(40rem,calc(100dvh-1rem))]"
      >
        {isOpen && <Panel onClose={() => panel.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Panel({ onClose }: { onClose: () => void }) {
  const t = useTranslations("bell");
  const list = useLazyPart(listPart);
  if (list.kind === "ready") return <list.part onClose={onClose} />;
  if (list.kind === "failed")
    return (
      <div className="p-4">
        <PartFailed onTryAgain={list.tryAgain} />
      </div>
    );
  return (
    <div role="status" aria-label={t("loading")} className="space-y-3 p-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}

/** Says to screen readers that notifications have arrived while the page was open. */
function Arrivals() {
  const t = useTranslations("bell");
  const { unread } = useUnread();
  const [known, setKnown] = useState(unread);
  const [arrived, setArrived] = useState(0);
  if (unread !== known) {
    setKnown(unread);
    setArrived(Math.max(0, unread - known));
  }
  return (
    <p role="status" className="sr-only">
      {arrived > 0 && t("arrived", { count: arrived })}
    </p>
  );
}
