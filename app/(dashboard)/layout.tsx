import type { ReactNode } from "react";
import { cookies, headers } from "next/headers";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToFirstAccount, redirectToSignIn, requestedAccount } from "@/components/navigation/server";
import { RestoreTyped } from "@/components/states/restore-typed";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { UnreadProvider } from "@/components/notifications/unread";
import { TestLine } from "@/components/payments/test-line";
import { TestOnlyProvider } from "@/components/payments/test-only";
import { firstPaintMoment } from "@/components/time-zone/server";
import { DENSITY_COOKIE, parseDensity } from "@/components/ui/density";
import { FirstPaint } from "@/components/ui/first-paint";
import { PageAccountProvider } from "@/components/ui/page-account";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { roleAllows } from "@/lib/can";
import { REQUESTED_PATH_HEADER } from "@/lib/paths";
import { valueWithin } from "@/lib/value-within";
import { listAccountChoices } from "@/server/dashboard/accounts/queries/list-accounts";
import { getRuntime } from "@/server/dashboard/runtime";
import { currentCtx } from "@/server/dashboard/context";
import { countAccountNotices } from "@/server/dashboard/people/queries/count-account-notices";
import { countUnreadNotifications } from "@/server/dashboard/notifications/queries/count-unread";
import { countWork } from "@/server/dashboard/queues/queries/count-work";
import { AccountSwitcher } from "./_components/account-switcher";
import { Account } from "./_components/account";
import { AccountAlert } from "./_components/account-alert";
import { CommandCenterProvider } from "./_components/command-center";
import { FocusAfterNavigation } from "./_components/focus-after-navigation";
import { MainNav } from "./_components/main-nav";
import { BellButton, BellPanel } from "./_components/bell";
import { OldBuild } from "./_components/old-build";
import { PageBoundary } from "./_components/page-boundary";
import { PageMain, SearchFrame } from "./_components/search/search-frame";
import { RefundsHeldAlert } from "./_components/refunds-held-alert";
import { SettingsFrame } from "./_components/settings-frame";
import { Sidebar } from "./_components/sidebar";
import { AppearanceProvider } from "@/components/ui/use-appearance";

/** What the service offers is cached: only the first page after a start waits for it, and not for long. */
const SERVICE_PATIENCE_MS = 500;

/**
 * The frame of every page. It shows who is signed in but guards nothing: each page, action and handler checks for
 * itself. Redirecting to sign-in from here, before anything is streamed, works without JavaScript.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn((await headers()).get(REQUESTED_PATH_HEADER) ?? undefined);
  const runtime = getRuntime();
  if (ctx.account.slug === null && (await requestedAccount()) !== null) return redirectToFirstAccount();
  const chosen = await cookies();
  const [t, common] = await Promise.all([translator("navigation"), translator("common")]);
  const { userId, name, email, role } = ctx.actor;
  // A composed role may lack what these need. Part of the work is asked of the service, so it arrives after the page.
  const maySeeRefunds = roleAllows(role, "view_refunds");
  const work = maySeeRefunds ? countWork(ctx).catch(() => null) : Promise.resolve(null);
  const [choices, notices, unread, service] = await Promise.all([
    listAccountChoices(ctx, runtime, runtime.accounts),
    countAccountNotices({ ...ctx, pool: runtime.pool }),
    countUnreadNotifications(ctx),
    valueWithin(ctx.routing.capabilities(), SERVICE_PATIENCE_MS),
  ]);
  const isTestOnly = service?.isTestOnly ?? false;

  const maySearch = roleAllows(role, "view_payments");
  const page = (
    <>
      {maySeeRefunds && <RefundsHeldAlert ctx={ctx} />}
      <AccountAlert count={notices} />
      <SettingsFrame role={role}>
        <PageBoundary>{children}</PageBoundary>
      </SettingsFrame>
      <FocusAfterNavigation />
      <RestoreTyped />
      <OldBuild />
    </>
  );

  return (
    <PageAccountProvider slug={await requestedAccount()} personId={userId}>
      <Messages areas={["navigation", "palette", "bell", "search"]}>
        <FirstPaint moment={await firstPaintMoment(ctx.clock.now())}>
          <KeepTimeZone used={null} />
          <AppearanceProvider
            theme={parseTheme(chosen.get(THEME_COOKIE)?.value)}
            density={parseDensity(chosen.get(DENSITY_COOKIE)?.value)}
          >
            <CommandCenterProvider role={role} accounts={choices}>
              <UnreadProvider initial={unread}>
                <a
                  href="#content"
                  className="sr-only z-20 rounded bg-accent-solid px-3 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
                >
                  {t("skip")}
                </a>
                <div className="page-frame">
                  {isTestOnly && <TestLine label={common("test")}>{common("testData")}</TestLine>}
                  <Sidebar bell={<BellButton />}>
                    <AccountSwitcher
                      choices={choices}
                      current={ctx.account.slug}
                      texts={{
                        current: t("currentAccount"),
                        switch: t("switchAccount"),
                        all: t("allAccounts"),
                      }}
                    />
                    <MainNav role={role} work={work} />
                    <Account name={name} email={email} role={role} />
                  </Sidebar>
                  <BellPanel />
                  <TestOnlyProvider isTestOnly={isTestOnly}>
                    {maySearch ? (
                      <SearchFrame hasAccounts={choices.length > 1}>{page}</SearchFrame>
                    ) : (
                      <PageMain>{page}</PageMain>
                    )}
                  </TestOnlyProvider>
                </div>
              </UnreadProvider>
            </CommandCenterProvider>
          </AppearanceProvider>
        </FirstPaint>
      </Messages>
    </PageAccountProvider>
  );
}
