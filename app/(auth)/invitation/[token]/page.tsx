import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { roleName } from "@/lib/role-name";
import { readLink } from "@/server/dashboard/people/queries/read-link";
import { AcceptForm } from "./_components/accept-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("signIn");
  return { title: t("invitation.page") };
}

/** The page of an invitation or of a link to a new password. Viewing it does not use up the link. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await readLink(token);
  const t = await translator("signIn");
  const role = await translator("common");
  if (link === null) {
    return (
      <>
        <h1 className="mb-5 text-xl font-semibold">{t("invitation.page")}</h1>
        <Notice
          tone="warning"
          title={t("invitation.gone.title")}
          actions={
            <a href={paths.login()} className={buttonClass("secondary", "sm")}>
              {t("invitation.gone.toSignIn")}
            </a>
          }
        >
          <p>{t("invitation.gone.advice")}</p>
        </Notice>
      </>
    );
  }
  return (
    <>
      <h1 className="text-xl font-semibold">
        {t(link.isActive ? "invitation.again" : "invitation.welcome")}
      </h1>
      <p className="mt-1 mb-5 text-sm text-ink-muted">
        {link.isActive
          ? t("invitation.againAbout")
          : t("invitation.welcomeAbout", { role: roleName(link.role, (preset) => role(`role.${preset}`)) })}
      </p>
      <AcceptForm token={token} email={link.email} name={link.name} />
    </>
  );
}
