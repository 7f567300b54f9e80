import { cookies } from "next/headers";
import { AppearanceProvider } from "@/app/(dashboard)/_components/use-appearance";
import { ThemeSwitch } from "@/app/(dashboard)/_components/theme-switch";
import GatewaysLoading from "@/app/(dashboard)/gateways/loading";
import KeysLoading from "@/app/(dashboard)/keys/loading";
import OverviewLoading from "@/app/(dashboard)/overview/loading";
import StuckLoading from "@/app/(dashboard)/stuck/loading";
import { LanguageSwitch } from "@/components/i18n/language-switch";
import { Messages } from "@/components/i18n/messages";
import { Forbidden } from "@/components/states/forbidden";
import { NotOffered } from "@/components/states/not-offered";
import { firstPaintMoment } from "@/components/time-zone/server";
import { parseDensity, DENSITY_COOKIE } from "@/components/ui/density";
import { FirstPaint } from "@/components/ui/first-paint";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { Example } from "./_examples/example";
import { StatusExamples } from "./_examples/statuses";
import { UiExamples } from "./_examples/ui";

const GENERATED_AT = new Date("2026-11-25T09:00:00Z");
const NAMES = { title: "Paydeck", ui: "components/ui", statuses: "statuses", pages: "pages" };

/** The gallery of components, only in `next dev`. It reads no data, so it needs no sign-in. */
export default async function ComponentsPage() {
  const chosen = await cookies();
  return (
    <Messages areas={["navigation"]}>
      <FirstPaint moment={await firstPaintMoment(GENERATED_AT)}>
        <AppearanceProvider
          theme={parseTheme(chosen.get(THEME_COOKIE)?.value)}
          density={parseDensity(chosen.get(DENSITY_COOKIE)?.value)}
        >
          <main className="mx-auto max-w-5xl px-4 py-5">
            <h1 className="mb-4 text-xl font-semibold">{NAMES.title}</h1>
            <div className="mb-4 flex flex-wrap gap-2">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
            <h2 className="text-lg font-semibold">{NAMES.ui}</h2>
            <UiExamples />
            <h2 className="text-lg font-semibold">{NAMES.statuses}</h2>
            <StatusExamples />
            <h2 className="text-lg font-semibold">{NAMES.pages}</h2>
            <Example component="Forbidden" state="support on the page of people">
              <Forbidden role="support" permission="manage_people" />
            </Example>
            <Example component="NotOffered" state="a service without the ops extension">
              <NotOffered serviceAddress="https://payments.example.com" />
            </Example>
            <Example component="OverviewLoading" state="loading">
              <OverviewLoading />
            </Example>
            <Example component="GatewaysLoading" state="loading">
              <GatewaysLoading />
            </Example>
            <Example component="KeysLoading" state="loading">
              <KeysLoading />
            </Example>
            <Example component="StuckLoading" state="loading">
              <StuckLoading />
            </Example>
          </main>
        </AppearanceProvider>
      </FirstPaint>
    </Messages>
  );
}
