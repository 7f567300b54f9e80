import { ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { settingsOf } from "../_components/navigation";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("navigation"))("item.settings") };
}

/** All settings that the person may open, each with what it is for. On a phone this is the menu of the settings. */
export default async function SettingsPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.settings());
  const [t, settings] = await Promise.all([translator("navigation"), translator("settings")]);
  return (
    <>
      <PageHeader title={t("item.settings")} />
      <div className="max-w-4xl space-y-6">
        {settingsOf({ role: ctx.actor.role, slug: ctx.account.slug }).map(({ group, items }) => (
          <section key={group}>
            <h2 className="mb-1.5 text-xs font-medium text-ink-muted">{t(`group.${group}`)}</h2>
            <ul className="divide-y divide-line-soft rounded-lg border border-line bg-surface">
              {items.map(({ item, href }) => (
                <li
                  key={item}
                  className="relative flex items-center gap-4 min-h-11 px-4 py-2.5 hover:bg-hover"
                >
                  <div className="grow sm:flex sm:gap-4">
                    <Link href={href} className="block font-medium after:absolute after:inset-0 sm:w-48">
                      {t(`item.${item}`)}
                    </Link>
                    <p className="min-w-0 text-sm text-ink-muted max-sm:hidden">
                      {settings(`about.${item}`)}
                    </p>
                  </div>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
