import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { Mark } from "@/components/ui/mark";

/** The frame of the pages without a session. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["common", "signIn"]}>
      <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
        <div className="w-full max-w-sm">
          <Mark className="mb-4 size-8" />
          {children}
        </div>
      </main>
    </Messages>
  );
}
