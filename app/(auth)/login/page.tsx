import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Mark } from "@/components/ui/mark";
import { safeReturnPath } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { signInHints } from "@/server/dashboard/queries/sign-in-hints";
import { SignInForm } from "./_components/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type LoginPageProps = { searchParams: Promise<{ from?: string | string[] }> };

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { from } = await searchParams;
  const returnPath = safeReturnPath(typeof from === "string" ? from : null);
  const [ctx, { sandboxEmails }] = await Promise.all([currentCtx(), signInHints()]);
  if (ctx !== null) redirect(returnPath);

  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="w-full max-w-sm">
        <Mark className="mb-4 size-8" />
        <h1 className="mb-5 text-xl font-semibold">Sign in to Paydeck</h1>
        <SignInForm returnPath={returnPath} sandboxEmails={sandboxEmails} />
      </div>
    </main>
  );
}
