import type { Metadata } from "next";
import { Suspense } from "react";
import { translator } from "@/components/i18n/server";
import { redirectToAddress, redirectToSignIn } from "@/components/navigation/server";
import { currentTimeZone } from "@/components/time-zone/server";
import { paths } from "@/lib/paths";
import { type OwnAccount, ownAccounts } from "@/server/dashboard/context";
import { overviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { AccountPanel, AccountPanelSkeleton, UnreadablePanel } from "./_components/account-panel";
import { Frame } from "./_components/frame";
import { readFigures } from "./_read/read-figures";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("allAccounts"))("title") };
}

/** Every account of the person beside the others: each is asked for itself, and shown as soon as it has answered. */
export default async function AllAccountsPage() {
  const accounts = await ownAccounts();
  if (accounts === null) return redirectToSignIn(paths.allAccounts());
  if (accounts.length === 0) return redirectToAddress(paths.login());
  const t = await translator("allAccounts");
  const zone = await currentTimeZone();
  return (
    <Frame accounts={accounts} section="overview">
      <p className="mb-3 text-sm text-ink-muted">{t("neverAdded")}</p>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        {accounts.map((account) => (
          <Suspense key={account.slug ?? ""} fallback={<AccountPanelSkeleton account={account} />}>
            <OneAccount account={account} zone={zone} />
          </Suspense>
        ))}
      </div>
    </Frame>
  );
}

async function OneAccount({ account, zone }: { account: OwnAccount; zone: string }) {
  const { ctx } = account;
  if (ctx === null) return <UnreadablePanel account={account} />;
  const span = overviewSpan("7d", ctx.clock.now(), zone);
  const figures = await readFigures(ctx, span, zone);
  const period = { from: span.from.toISOString(), until: span.until.toISOString(), range: span.range };
  return <AccountPanel account={account} figures={figures} period={period} />;
}
