import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { FirstPaint } from "@/components/ui/first-paint";
import { firstPaintMoment } from "@/components/time-zone/server";
import { getRuntime } from "@/server/dashboard/runtime";

/**
 * The frame of the pages over all accounts: without the navigation of any account, so that nobody takes them for one. It
 * guards nothing: each page asks for the person's accounts itself.
 */
export default async function AccountsLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["common", "allAccounts"]}>
      <FirstPaint moment={await firstPaintMoment(getRuntime().clock.now())}>{children}</FirstPaint>
    </Messages>
  );
}
