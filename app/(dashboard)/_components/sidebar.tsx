"use client";

import { Menu, X } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Mark } from "@/components/ui/mark";
import { paths } from "@/lib/paths";
import { closePopover, useCloseOnNavigation } from "./use-close-on-navigation";

const MENU_ID = "main-menu";
/** Tailwind's `lg`: from this width on the menu is a column. */
const COLUMN_QUERY = "(min-width: 64rem)";

/**
 * The column beside every page. On a phone it is a drawer behind a button: a native popover, so that it opens without
 * JavaScript, closes on Escape, and restores focus.
 */
export function Sidebar({ bell, children }: { bell: ReactNode; children: ReactNode }) {
  const t = useTranslations("navigation");
  const menu = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(menu);
  // The drawer closes too when the screen gets wide enough for the column.
  useEffect(() => {
    const wide = matchMedia(COLUMN_QUERY);
    const onChange = (): void => closePopover(menu.current);
    wide.addEventListener("change", onChange);
    return () => wide.removeEventListener("change", onChange);
  }, []);

  return (
    <header className="page-menu border-line bg-surface max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:border-r">
      <div className="flex h-12 items-center pr-4 lg:hidden">
        {bell}
        <button
          type="button"
          popoverTarget={MENU_ID}
          className="-mr-2 ml-1 flex h-9 items-center gap-2 rounded px-2 font-medium text-ink-muted hover:bg-sunken hover:text-ink"
        >
          <Menu aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t("menu")}</span>
        </button>
      </div>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="inset-y-0 right-0 left-auto h-dvh max-h-none w-72 max-w-[85vw] flex-col border-l border-line bg-surface text-ink backdrop:bg-backdrop open:flex max-lg:shadow-floating lg:static lg:flex lg:h-full lg:w-auto lg:max-w-none lg:border-0"
      >
        <div className="flex h-12 shrink-0 items-center justify-between px-3 lg:mt-2">
          <Brand />
          <span className="max-lg:hidden">{bell}</span>
          <button
            type="button"
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            aria-label={t("closeMenu")}
            className="grid size-9 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink lg:hidden"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
        {children}
      </div>
    </header>
  );
}

function Brand() {
  return (
    <Link
      href={paths.payments()}
      className="touch-target flex items-center gap-2 rounded px-2 py-1 font-semibold"
    >
      <Mark className="size-5" />
      Paydeck
    </Link>
  );
}
