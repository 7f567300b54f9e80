"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { LinkPending } from "@/components/ui/link-pending";
import { usePageAccount } from "@/components/ui/page-account";
import { BackLink } from "@/components/ui/page-header";
import { usePath } from "@/components/ui/use-path";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { locate, settingsOf } from "./navigation";

/**
 * The settings have a menu of their own beside them. On small screens the page of all settings takes its place. Any other page
 * is as it is.
 */
export function SettingsFrame({ role, children }: { role: Role; children: ReactNode }) {
  const t = useTranslations("navigation");
  const path = usePath();
  const slug = usePageAccount();
  const here = locate(path);
  const isSetting = here?.place === "settings" && here.item !== "settings";
  const groups = settingsOf({ role, slug });
  const isTopPage = groups.some(({ items }) => items.some(({ href }) => href === path));
  return (
    <div className={isSetting ? "settings xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)]" : undefined}>
      {isSetting && (
        <nav
          aria-label={t("item.settings")}
          className="-mt-3 -mb-5 -ml-(--gutter) h-dvh overflow-y-auto border-r border-line px-3 py-3 max-xl:hidden xl:sticky xl:top-0"
        >
          {groups.map(({ group, items }) => (
            <section key={group} className="not-first:mt-3">
              <h2 className="px-2 py-1.5 text-xs font-medium text-ink-muted">{t(`group.${group}`)}</h2>
              <ul className="space-y-0.5">
                {items.map(({ item, href }) => (
                  <li key={item}>
                    <Link
                      href={href}
                      aria-current={item === here.item ? "page" : undefined}
                      className={cx(
                        "flex min-h-8 touch-target items-center justify-between rounded px-2 text-sm font-medium",
                        item === here.item
                          ? "bg-sunken text-ink"
                          : "text-ink-muted hover:bg-sunken hover:text-ink",
                      )}
                    >
                      {t(`item.${item}`)}
                      <LinkPending />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      )}
      <div className={isSetting ? "min-w-0 max-w-[100rem] xl:pl-(--gutter)" : undefined}>
        {isSetting && isTopPage && (
          <div className="xl:hidden">
            <BackLink href={paths.settings()} label={t("item.settings")} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
