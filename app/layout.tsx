import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Messages } from "@/components/i18n/messages";
import { currentLocale, translator } from "@/components/i18n/server";
import { DENSITY_COOKIE, parseDensity } from "@/components/ui/density";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { requestedAccount } from "@/components/navigation/server";
import { AppBoundary } from "./_components/app-boundary";
import { CompleteFirstPaint } from "./_components/complete-first-paint";
import { EarlyFields } from "./_components/early-fields";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Paydeck", template: "%s · Paydeck" },
  robots: { index: false, follow: false },
  formatDetection: { telephone: false },
  manifest: "/manifest.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ],
    apple: { url: "/apple-touch-icon.png", sizes: "180x180" },
  },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f6f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0e0f12" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = await cookies();
  const theme = parseTheme(chosen.get(THEME_COOKIE)?.value);
  const density = parseDensity(chosen.get(DENSITY_COOKIE)?.value);
  const t = await translator("common");
  return (
    <html
      lang={await currentLocale()}
      data-account={(await requestedAccount()) ?? undefined}
      data-theme={theme}
      data-density={density}
    >
      <body>
        <EarlyFields>
          <p className="scripts-late">
            {t("scriptsLate")}{" "}
            <a href="" className="underline">
              {t("reload")}
            </a>
          </p>
        </EarlyFields>
        <Messages areas={["common", "pageError"]}>
          <AppBoundary>{children}</AppBoundary>
        </Messages>
        <CompleteFirstPaint />
      </body>
    </html>
  );
}
