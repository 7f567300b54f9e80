import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths, safeReturnPath, STATUS_PATH } from "@/lib/paths";
import { readLanding } from "@/server/dashboard/accounts/queries/read-landing";
import { currentActor } from "@/server/dashboard/auth/current-actor";
import { signInHints } from "@/server/dashboard/people/queries/sign-in-hints";
import { NoAccount } from "./_components/no-account";
import { SignInForm } from "./_components/sign-in-form";
import { providerFault } from "./_components/provider-fault";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("signIn");
  return { title: t("page") };
}

type LoginPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { from, error } = await searchParams;
  const returnPath = safeReturnPath(typeof from === "string" ? from : null);
  const t = await translator("signIn");
  const [actor, { sandboxEmails, providerName }] = await Promise.all([currentActor(), signInHints()]);
  if (actor !== null) {
    const landing = await readLanding(actor.userId, returnPath);
    if (landing !== null) redirect(landing);
    return (
      <Messages areas={["signIn"]}>
        <NoAccount name={actor.name} />
      </Messages>
    );
  }
  const fault = providerFault(typeof error === "string" ? error : null);

  return (
    <>
      <h1 className="mb-5 text-xl font-semibold">{t("title")}</h1>
      {fault !== null && (
        <div className="mb-4">
          <Notice tone="danger" role="alert" title={t(`fault.${fault}.title`, { name: providerName ?? "" })}>
            <p>{t(`fault.${fault}.advice`, { name: providerName ?? "" })}</p>
          </Notice>
        </div>
      )}
      <SignInForm returnPath={returnPath} sandboxEmails={sandboxEmails}>
        {providerName !== null && (
          <>
            <p className="flex items-center gap-3 text-sm text-ink-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              {t("or")}
            </p>
            {/* No Link: this leaves the site, and must never be prefetched. */}
            <a
              href={paths.loginByProvider(returnPath)}
              className={`${buttonClass("secondary")} w-full min-w-0`}
            >
              <span className="truncate">{t("byProvider", { name: providerName })}</span>
            </a>
          </>
        )}
      </SignInForm>
      <p className="mt-4 text-sm text-ink-muted">{t("noAccount")}</p>
      <p className="mt-2 text-sm">
        <a
          href={STATUS_PATH}
          className="inline-block touch-target text-accent underline-offset-2 hover:underline"
        >
          {t("status")}
        </a>
      </p>
    </>
  );
}
