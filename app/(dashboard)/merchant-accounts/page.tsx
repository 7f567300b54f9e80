import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { redirectToSignIn } from "@/components/navigation/server";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { listAccountRows } from "@/server/dashboard/accounts/queries/list-accounts";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { getRuntime } from "@/server/dashboard/runtime";
import { AccountsEditor } from "./_components/accounts-editor";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("accounts"))("title") };
}

export default async function MerchantAccountsPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.merchantAccounts());
  const t = await translator("accounts");
  const accounts = await orForbidden(listAccountRows(ctx, getRuntime().accounts));
  if (accounts === null) {
    return (
      <>
        <PageHeader title={t("title")} about={t("about")} />
        <Forbidden role={ctx.actor.role} permission="manage_accounts" />
      </>
    );
  }
  return (
    <Messages areas={["accounts"]}>
      <AccountsEditor accounts={accounts} />
    </Messages>
  );
}
