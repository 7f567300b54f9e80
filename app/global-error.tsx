"use client";

import { MessagesProvider } from "@/components/i18n/messages-provider";
import { PageError } from "@/components/ui/page-error";
import { pageError as en } from "@/lib/messages/en/page-error";
import { pageError as hi } from "@/lib/messages/hi/page-error";
import { LOCALE_COOKIE, parseLocale, type Locale } from "@/lib/messages/locale";
import "./globals.css";

type ErrorProps = { error: Error & { digest?: string } };

const WORDS = { en, hi } as const;

/** Replaces the root layout itself, so it has its own document, language and messages. */
export default function GlobalError({ error }: ErrorProps) {
  const locale = chosenLocale();
  return (
    <html lang={locale}>
      <body>
        <main className="px-4">
          <MessagesProvider locale={locale} messages={{ pageError: WORDS[locale] }}>
            <PageError error={error} onTryAgain={() => window.location.reload()} />
          </MessagesProvider>
        </main>
      </body>
    </html>
  );
}

/** The server's render of this page has no cookie; the browser does. */
function chosenLocale(): Locale {
  if (typeof document === "undefined") return parseLocale(undefined);
  const [, chosen] = new RegExp(`(?:^|; )${LOCALE_COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
  return parseLocale(chosen);
}
