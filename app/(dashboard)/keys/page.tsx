import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { roleAllows } from "@/lib/can";
import { grantableAccesses } from "@/lib/keys/key-role";
import { paths } from "@/lib/paths";
import { listEarlierServices } from "@/server/dashboard/accounts/queries/list-earlier-services";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listKeys } from "@/server/dashboard/keys/queries/list-keys";
import { EarlierServices } from "./_components/earlier-services";
import { CreateKey } from "./_components/create-key";
import { KeysTable } from "./_components/keys-table";

type KeysPageProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("keys"))("title") };
}

export default async function KeysPage({ searchParams }: KeysPageProps) {
  const { cursor: given } = await searchParams;
  const cursor = typeof given === "string" ? given : null;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.keys(cursor ?? undefined));
  const [t, common] = await Promise.all([translator("keys"), translator("common")]);
  const [read, earlier] = await Promise.all([
    orForbidden(listKeys(ctx, cursor)),
    roleAllows(ctx.actor.role, "manage_keys") ? listEarlierServices(ctx) : [],
  ]);
  const grantable = grantableAccesses(ctx.actor.role);
  return (
    <Messages areas={["keys", "actions"]}>
      <PageHeader
        title={t("title")}
        about={t("about")}
        {...(read?.kind === "found" && {
          actions: <CreateKey offersAccess={read.value.offersAccess} grantable={grantable} />,
        })}
      />
      <EarlierServices services={earlier} />
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_keys" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && read.value.keys.length === 0 && (
        <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>
      )}
      {read?.kind === "found" && read.value.keys.length > 0 && (
        <>
          <KeysTable keys={read.value.keys} grantable={grantable} />
          <Pager
            label={common("pages")}
            first={cursor === null ? null : { href: paths.keys(), label: common("newest") }}
            next={
              read.value.nextCursor === null
                ? null
                : { href: paths.keys(read.value.nextCursor), label: common("older") }
            }
          />
        </>
      )}
    </Messages>
  );
}
