import type { Metadata } from "next";
import { withAccount } from "@/lib/accounts/address";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("common");
  return { title: t("notFound.tab") };
}

export default async function NotFound() {
  const t = await translator("common");
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-2 px-4 text-center">
      <h1 className="text-xl font-semibold">{t("notFound.title")}</h1>
      <p className="mb-3 max-w-prose text-ink-muted">{t("notFound.body")}</p>
      {/* No Link: it leads to whichever account is theirs, and another account is another document (0301). */}
      <a href={withAccount(null, paths.home())} className={buttonClass("primary")}>
        {t("notFound.toPayments")}
      </a>
    </main>
  );
}
