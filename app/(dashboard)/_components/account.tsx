"use client";

import { ChevronsUpDown, CircleUserRound, LogOut } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { LanguageSwitch } from "@/components/i18n/language-switch";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { usePath } from "@/components/ui/use-path";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { roleName } from "@/lib/role-name";
import { ThemeSwitch } from "./theme-switch";
import { DensitySwitch } from "@/components/ui/density-switch";
import { Button } from "@/components/ui/button";
import { useCloseOnNavigation } from "./use-close-on-navigation";
import { useSignOut } from "@/components/people/use-sign-out";

const MENU_ID = "account-menu";

type AccountProps = {
  name: string;
  email: string;
  role: Role;
};

/**
 * The signed-in person and their role; the menu has their account, their appearance settings and sign-out. It is a
 * native popover: it opens without JavaScript, closes on Escape and on a click elsewhere, and returns focus.
 */
export function Account({ name, email, role }: AccountProps) {
  const t = useTranslations("navigation");
  const tCommon = useTranslations("common");
  const menu = useRef<HTMLDivElement>(null);
  const pathname = usePath();
  const isHere = pathname === paths.account();
  useCloseOnNavigation(menu);

  return (
    <div className="border-t border-line p-3">
      <button
        type="button"
        popoverTarget={MENU_ID}
        title={email}
        className="flex w-full items-center gap-2.5 rounded px-2 py-1.5 text-left hover:bg-sunken"
      >
        <CircleUserRound aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <span className="min-w-0 grow text-sm">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="block text-xs text-ink-muted">
            {roleName(role, (preset) => tCommon(`role.${preset}`))}
          </span>
        </span>
        <span className="sr-only">{t("accountMenu")}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="inset-auto right-3 bottom-18 m-0 w-64 rounded-lg border border-line bg-surface p-2 text-ink shadow-floating lg:right-auto lg:left-3"
      >
        <Link
          href={paths.account()}
          aria-current={isHere ? "page" : undefined}
          className={cx(
            "flex min-h-8 items-center gap-2.5 rounded px-2 text-sm font-medium pointer-coarse:min-h-11",
            isHere ? "bg-sunken" : "hover:bg-sunken",
          )}
        >
          <CircleUserRound aria-hidden className="size-4 shrink-0 text-ink-muted" />
          {t("account")}
        </Link>
        <div className="my-2 space-y-1.5 border-y border-line px-2 py-2.5">
          <Setting label={t("theme.legend")}>
            <ThemeSwitch />
          </Setting>
          <Setting label={t("density.legend")}>
            <DensitySwitch name="density" />
          </Setting>
          <Setting label={tCommon("language")}>
            <LanguageSwitch />
          </Setting>
        </div>
        <SignOutButton />
      </div>
    </div>
  );
}

/** The control names itself for assistive technology. */
function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="text-sm text-ink-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

function SignOutButton() {
  const t = useTranslations("navigation");
  const { isLeaving, leave } = useSignOut();
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isLeaving}
      icon={<LogOut aria-hidden className="size-4" />}
      className="w-full justify-start gap-2.5 px-1.5 pointer-coarse:min-h-11"
      onClick={leave}
    >
      {t("signOut")}
    </Button>
  );
}
