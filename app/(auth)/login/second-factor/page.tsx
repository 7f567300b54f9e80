import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { translator } from "@/components/i18n/server";
import { paths, safeReturnPath } from "@/lib/paths";
import { readChallengeCookie } from "@/server/dashboard/auth/session-cookie";
import { CodeForm } from "./_components/code-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("signIn");
  return { title: t("code.page") };
}

type PageProps = { searchParams: Promise<{ from?: string | string[] }> };

/** The second step of sign-in; without the first one it redirects there. */
export default async function SecondFactorPage({ searchParams }: PageProps) {
  const { from } = await searchParams;
  const returnPath = safeReturnPath(typeof from === "string" ? from : null);
  if ((await readChallengeCookie()) === null) redirect(paths.login(returnPath));
  const t = await translator("signIn");
  return (
    <>
      <h1 className="text-xl font-semibold">{t("code.title")}</h1>
      <p className="mt-1 mb-5 text-sm text-ink-muted">{t("code.about")}</p>
      <CodeForm returnPath={returnPath} />
    </>
  );
}
