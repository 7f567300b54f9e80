import type { ReactNode } from "react";
import { QueryProvider } from "@/components/live/query-provider";
import { cookies } from "next/headers";
import { Messages } from "@/components/i18n/messages";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { currentCtx } from "@/server/dashboard/context";
import { Account } from "./_components/account";
import { MainNav } from "./_components/main-nav";
import { ShortcutKeys } from "./_components/shortcut-keys";

/**
 * The frame around every page. It shows who is signed in but guards nothing: each page, action and handler asks for
 * itself, and a page that finds nobody sends the person to sign in with the way back.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const ctx = await currentCtx();
  if (ctx === null) return children;
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const { name, email, role } = ctx.actor;

  return (
    <QueryProvider>
      <Messages areas={["common", "navigation"]}>
        <a
          href="#content"
          className="sr-only z-20 rounded bg-accent-solid px-3 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to the content
        </a>
        <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
          <header className="border-b border-line bg-surface lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-b-0">
            <MainNav />
            <Account name={name} email={email} role={role} theme={theme} />
          </header>
          <main id="content" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none sm:px-8 sm:py-7">
            <div className="mx-auto max-w-7xl">{children}</div>
          </main>
        </div>
        <ShortcutKeys />
      </Messages>
    </QueryProvider>
  );
}
