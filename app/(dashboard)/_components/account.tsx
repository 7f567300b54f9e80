"use client";

import { CircleUserRound } from "lucide-react";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { LanguageSwitch } from "@/components/i18n/language-switch";
import { cx } from "@/components/ui/cx";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { DensitySwitch } from "./density-switch";
import { SignOutButton } from "./sign-out-button";
import { ThemeSwitch } from "./theme-switch";

/** The signed-in person, their role and their appearance settings. */
export function Account({ name, email, role }: { name: string; email: string; role: Role }) {
  const t = useTranslations("navigation");
  const tCommon = useTranslations("common");
  const isHere = usePathname() === paths.account();
  return (
    <div className="space-y-2 border-t border-line px-3 py-3">
      <Link
        href={paths.account()}
        title={email}
        aria-current={isHere ? "page" : undefined}
        className={cx(
          "flex items-center gap-2.5 rounded px-2 py-1",
          isHere ? "bg-sunken" : "hover:bg-sunken",
        )}
      >
        <CircleUserRound aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <span className="min-w-0 grow text-sm">
          <bdi className="block truncate font-medium">{name}</bdi>
          <span className="block text-xs text-ink-muted">{tCommon(`role.${role}`)}</span>
        </span>
        <span className="sr-only">{t("account")}</span>
      </Link>
      <div className="flex items-center justify-between px-2">
        <ThemeSwitch />
        <DensitySwitch />
      </div>
      <div className="flex items-center justify-between px-2">
        <LanguageSwitch />
        <SignOutButton />
      </div>
    </div>
  );
}
