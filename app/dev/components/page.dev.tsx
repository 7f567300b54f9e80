import { cookies } from "next/headers";
import { AppearanceProvider } from "@/app/(dashboard)/_components/use-appearance";
import { ThemeSwitch } from "@/app/(dashboard)/_components/theme-switch";
import { LanguageSwitch } from "@/components/i18n/language-switch";
import { Messages } from "@/components/i18n/messages";

import { firstPaintMoment } from "@/components/time-zone/server";
import { parseDensity, DENSITY_COOKIE } from "@/components/ui/density";
import { FirstPaint } from "@/components/ui/first-paint";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { ApprovalExamples } from "./_examples/approvals";
import { BulkExamples } from "./_examples/bulk";
import { ChartExamples } from "./_examples/charts";
import { EndpointExamples } from "./_examples/endpoints";
import { GatewayExamples } from "./_examples/gateways";
import { ListExamples } from "./_examples/lists";
import { OfflineQueries } from "./_examples/offline-queries";
import { PageExamples } from "./_examples/pages";
import { PaymentPanelExamples } from "./_examples/payment-panels";
import { PaymentExamples } from "./_examples/payments";
import { RefundExamples } from "./_examples/refunds";
import { SharedExamples } from "./_examples/shared";
import { StatusExamples } from "./_examples/statuses";
import { StructureExamples } from "./_examples/structure";
import { TableExamples } from "./_examples/tables";
import { TeamExamples } from "./_examples/team";
import { UiExamples } from "./_examples/ui";
import { WebhookExamples } from "./_examples/webhooks";

const GENERATED_AT = new Date("2026-11-25T09:00:00Z");
const TITLE = "Paydeck";
const AREAS = [
  "navigation",
  "pageError",
  "actions",
  "payments",
  "payment",
  "cancel",
  "refund",
  "refunds",
  "duplicateRefund",
  "bulk",
  "approvals",
  "webhooks",
  "gateways",
  "keys",
  "people",
  "account",
] as const;

/** The names are those of the code, the same in every language. */
const SECTIONS = [
  { name: "controls", examples: <UiExamples /> },
  { name: "structure", examples: <StructureExamples /> },
  { name: "charts", examples: <ChartExamples /> },
  { name: "statuses", examples: <StatusExamples /> },
  { name: "shared", examples: <SharedExamples /> },
  { name: "lists", examples: <ListExamples /> },
  { name: "tables", examples: <TableExamples /> },
  { name: "payments", examples: <PaymentExamples /> },
  { name: "payment-panels", examples: <PaymentPanelExamples /> },
  { name: "refunds", examples: <RefundExamples /> },
  { name: "approvals", examples: <ApprovalExamples /> },
  { name: "bulk", examples: <BulkExamples /> },
  { name: "webhooks", examples: <WebhookExamples /> },
  { name: "endpoints", examples: <EndpointExamples /> },
  { name: "gateways", examples: <GatewayExamples /> },
  { name: "team", examples: <TeamExamples /> },
  { name: "pages", examples: <PageExamples /> },
];

/** The gallery of components, only in `next dev`. It reads no data, so it needs no sign-in. */
export default async function ComponentsPage() {
  const chosen = await cookies();
  return (
    <Messages areas={AREAS}>
      <FirstPaint moment={await firstPaintMoment(GENERATED_AT)}>
        <AppearanceProvider
          theme={parseTheme(chosen.get(THEME_COOKIE)?.value)}
          density={parseDensity(chosen.get(DENSITY_COOKIE)?.value)}
        >
          <OfflineQueries>
            <main className="mx-auto max-w-5xl px-4 py-5">
              <h1 className="mb-4 text-xl font-semibold">{TITLE}</h1>
              <div className="mb-4 flex flex-wrap gap-2">
                <LanguageSwitch />
                <ThemeSwitch />
              </div>
              <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {SECTIONS.map(({ name }) => (
                  <li key={name}>
                    <a href={`#${name}`} className="text-accent underline-offset-2 hover:underline">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
              {SECTIONS.map(({ name, examples }) => (
                <section key={name} id={name} className="mb-4">
                  <h2 className="mb-3 text-lg font-semibold" lang="en">
                    {name}
                  </h2>
                  {examples}
                </section>
              ))}
            </main>
          </OfflineQueries>
        </AppearanceProvider>
      </FirstPaint>
    </Messages>
  );
}
