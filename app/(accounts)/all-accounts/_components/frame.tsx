import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import { paths } from "@/lib/paths";

type Section = "overview" | "search" | "queues";

/** The top of a page over all accounts, with a way into each of them. */
export async function Frame({
  accounts,
  section,
  children,
}: {
  accounts: readonly AccountChoice[];
  section: Section;
  children: ReactNode;
}) {
  const t = await translator("allAccounts");
  const hrefs: Record<Section, string> = {
    overview: paths.allAccounts(),
    search: paths.allAccountsSearch(),
    queues: paths.allAccountsQueues(),
  };
  return (
    <>
      <a
        href="#content"
        className="sr-only z-20 rounded bg-accent-solid px-3 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("skip")}
      </a>
      <AccountsBar accounts={accounts} />
      <main id="content" tabIndex={-1} className="page-main">
        <div className="mx-auto max-w-[80rem]">
          <PageHeader title={t(`page.${section}`)} about={t(`about.${section}`)} />
          <Tabs
            label={t("title")}
            tabs={(["overview", "search", "queues"] as const).map((each) => ({
              href: hrefs[each],
              label: t(`tab.${each}`),
              isHere: each === section,
            }))}
          />
          {children}
        </div>
      </main>
    </>
  );
}

/** Where one is, and a way into each account. */
export async function AccountsBar({ accounts }: { accounts: readonly AccountChoice[] }) {
  const t = await translator("allAccounts");
  return (
    <header className="border-b border-line bg-surface px-4 py-2.5 sm:px-8">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-x-6 gap-y-1">
        <p className="flex items-center gap-2 font-semibold">
          <Layers aria-hidden className="size-4 text-accent" />
          {t("title")}
        </p>
        <nav aria-label={t("open")}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {accounts.map((account) => (
              <li key={account.slug ?? ""} className="max-w-60">
                {/* Another account is another load of the page. */}
                <a
                  href={withAccount(account.slug, paths.payments())}
                  className="flex min-h-8 items-center touch-target underline-offset-2 hover:underline"
                >
                  <AccountMark name={account.name} colour={account.colour} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
