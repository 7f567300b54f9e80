import { translator } from "@/components/i18n/server";
import { StatusLink } from "@/components/states/status-link";
import { TryAgain } from "@/components/states/try-again";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import type { OverviewView } from "@/lib/overview/overview-views";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { GainPanel } from "./gain-panel";
import { OverTimeChart } from "./over-time-chart";
import { OverviewTiles } from "./overview-tiles";
import { RateTable } from "./rate-table";
import { RefundPanels } from "./refund-panels";

type OverviewScreenProps = { view: OverviewView; span: OverviewSpan; zone: string; serviceAddress: string };

/** Each part is independent: if one could not be read, the others are shown. */
export async function OverviewScreen({ view, span, zone, serviceAddress }: OverviewScreenProps) {
  const t = await translator("overview");
  const { payments } = view;
  return (
    <div className="space-y-4">
      <OverviewTiles view={view} span={span} />
      {payments.kind === "counted" && payments.before !== null && (
        <p className="-mt-2 text-sm text-ink-muted">{t("compared.about", { range: span.range })}</p>
      )}
      {view.gain !== null && <GainPanel gain={view.gain} />}
      {payments.kind === "not_offered" && (
        <Notice tone="info" title={t("notOffered.title")}>
          <p>{t("notOffered.body", { address: serviceAddress })}</p>
        </Notice>
      )}
      {payments.kind === "service_error" && (
        <ServiceErrorNotice
          serviceError={payments.serviceError}
          actions={
            <>
              <TryAgain />
              <StatusLink />
            </>
          }
        />
      )}
      {payments.kind === "counted" && (
        <>
          <Panel title={t("overTime.title")}>
            <OverTimeChart
              steps={payments.steps}
              totals={payments.totals}
              sumsBefore={payments.before?.sums ?? null}
              bucket={span.bucket}
              zone={zone}
            />
          </Panel>
          <div className="grid gap-4 xl:grid-cols-2">
            <RateTable by="gateway" parts={payments.byGateway} span={span} />
            <RateTable by="method" parts={payments.byMethod} span={span} />
          </div>
        </>
      )}
      <RefundPanels refunds={view.refunds} span={span} zone={zone} />
    </div>
  );
}
