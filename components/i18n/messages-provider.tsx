"use client";

import { createContext, useContext, useMemo, type ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import type { Catalogue } from "@/lib/messages";
import type { Locale } from "@/lib/messages/locale";

const Outer = createContext<Partial<Catalogue>>({});

/** Provides `useTranslations("area")` to client components. Areas of an outer provider stay available. */
export function MessagesProvider({
  locale,
  messages,
  children,
}: {
  locale: Locale;
  messages: Partial<Catalogue>;
  children: ReactNode;
}) {
  const outer = useContext(Outer);
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <Outer value={all}>
      {/* components/ui/time.tsx formats times in the viewer's zone: the one here is never used. */}
      <IntlProvider locale={locale} messages={all} timeZone="UTC">
        {children}
      </IntlProvider>
    </Outer>
  );
}
