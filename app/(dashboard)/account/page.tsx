import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { RolePermissions } from "@/components/people/role-permissions";
import { SessionList } from "@/components/people/session-list";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { paths } from "@/lib/paths";
import { roleName } from "@/lib/role-name";
import { ownCtx } from "@/server/dashboard/context";
import { readAccount } from "@/server/dashboard/people/queries/read-account";
import { AccountNotices } from "./_components/account-notices";
import { EndOthers, EndSession, OwnSessions } from "./_components/own-sessions";
import { PasswordForm } from "./_components/password-form";
import { SecondFactor } from "./_components/second-factor";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("account");
  return { title: t("title") };
}

export default async function AccountPage() {
  const ctx = await ownCtx();
  if (ctx === null) return redirectToSignIn(paths.account());
  const t = await translator("account");
  const common = await translator("common");
  const account = await readAccount(ctx);
  return (
    <Messages areas={["account", "signIn"]}>
      <PageHeader
        title={t("title")}
        about={
          <>
            <bdi>{account.name}</bdi> · <bdi>{account.email}</bdi> ·{" "}
            {roleName(account.role, (preset) => common(`role.${preset}`))}
          </>
        }
      />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <AccountNotices notices={account.notices} />
          <Panel title={t("password.title")}>
            {account.hasPassword ? (
              <PasswordForm email={account.email} />
            ) : (
              <p className="text-sm text-ink-muted">{t("password.none")}</p>
            )}
          </Panel>
          <SecondFactor factor={account.secondFactor} hasPassword={account.hasPassword} />
          <Panel title={t("role")}>
            <div className="text-sm">
              <RolePermissions role={account.role} />
            </div>
          </Panel>
        </div>
        <OwnSessions>
          <Panel title={t("sessions.title")} aside={account.sessions.length > 1 ? <EndOthers /> : undefined}>
            <p className="text-sm text-ink-muted">{t("sessions.about")}</p>
            <SessionList
              label={t("sessions.title")}
              sessions={account.sessions}
              ending={(session, device) =>
                session.isOwn ? null : <EndSession sessionId={session.id} device={device} />
              }
            />
          </Panel>
        </OwnSessions>
      </div>
    </Messages>
  );
}
