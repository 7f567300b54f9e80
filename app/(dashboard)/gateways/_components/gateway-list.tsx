import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  FlaskConical,
  type LucideIcon,
  TrendingDown,
  TrendingUp,
} from "lucide-react";
import { currentLocale, translator } from "@/components/i18n/server";
import { countFormat, decimalPointsFormat } from "@/components/ui/chart-formats";
import { Link } from "@/components/ui/link";
import { rateFormat } from "@/components/ui/rate-format";
import { Status, type StatusTone } from "@/components/ui/status";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, Line } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { OpsResult } from "@/lib/contract/ops";
import type { GatewayRates, RateChange, RateView } from "@/lib/gateways/rate-view";
import { type GatewaysAddress, gatewaysHref } from "./gateways-address";
import { ResetGateway } from "./reset-gateway";

type Gateway = OpsResult<"gateways.list">["gateways"][number];
type Row = Gateway & { rates: GatewayRates | null };

const STATES: Record<Gateway["health"]["state"], { tone: StatusTone; icon: LucideIcon }> = {
  closed: { tone: "success", icon: CircleCheck },
  open: { tone: "danger", icon: CircleSlash },
  half_open: { tone: "warning", icon: CircleDashed },
};

type GatewayListProps = {
  gateways: readonly Gateway[];
  /** Null where the service does not count them, or could not. */
  rates: RateView | null;
  address: GatewaysAddress;
  /** Whether the viewer may send payments to one again while it is paused. */
  mayManage: boolean;
};

/** Each gateway in a line: whether it takes payments, how often it succeeds, and when it last did not answer. */
export async function GatewayList({ gateways, rates, address, mayManage }: GatewayListProps) {
  const [t, locale] = await Promise.all([translator("gateways"), currentLocale()]);
  const percent = rateFormat(locale);
  const points = decimalPointsFormat(locale);
  const count = countFormat(locale);
  const rows = gateways.map((gateway) => ({
    ...gateway,
    rates: rates?.gateways.find(({ name }) => name === gateway.name) ?? null,
  }));
  const rated: Column<Row>[] = [
    {
      id: "rate",
      heading: t("rates.rate"),
      align: "end",
      onCard: "end",
      cell: ({ rates: of }) =>
        of?.now.rate ? <b>{percent(of.now.rate.share)}</b> : <EmptyValue>–</EmptyValue>,
    },
    {
      id: "change",
      heading: t("list.change"),
      align: "end",
      hideBelow: "sm",
      cell: ({ rates: of }) => of?.before && <Change change={of.before.change} points={points} />,
    },
    {
      id: "share",
      heading: t("list.share"),
      align: "end",
      hideBelow: "md",
      cell: ({ rates: of }) => percent(of?.now.trafficShare ?? 0),
    },
    {
      id: "payments",
      heading: t("list.payments"),
      align: "end",
      hideBelow: "md",
      cell: ({ rates: of }) => count(of?.now.payments ?? 0),
    },
  ];
  return (
    <DataTable
      label={t("list.label", { range: address.rates })}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          id: "name",
          heading: t("list.name"),
          onCard: "start",
          cell: ({ name, test }) => (
            <span className="flex items-center gap-2">
              <Link
                href={`${gatewaysHref({ ...address, tab: "details" })}#${name}`}
                className="inline-flex touch-target items-center font-medium underline-offset-2 hover:underline"
              >
                {name}
              </Link>
              {test === true && <Status tone="warning" icon={FlaskConical} word={t("test")} />}
            </span>
          ),
        },
        { id: "state", heading: t("list.state"), onCard: "line", cell: (row) => <State gateway={row} /> },
        ...(rates === null ? [] : rated),
        {
          id: "failure",
          heading: t("lastFailure"),
          fills: "cut",
          hideBelow: "md",
          cell: ({ health }) =>
            health.last_failure === null ? (
              <EmptyValue>{t("neverFailed")}</EmptyValue>
            ) : (
              <>
                {health.last_failure_at !== null && <Time iso={health.last_failure_at} />}{" "}
                <Line text={health.last_failure} />
              </>
            ),
        },
        ...(mayManage
          ? [
              {
                id: "act",
                heading: <span className="sr-only">{t("list.actions")}</span>,
                align: "end" as const,
                onCard: "act" as const,
                cell: ({ name, health }: Row) => (
                  <ResetGateway gateway={name} isSkipped={health.state !== "closed"} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

async function State({ gateway: { health, takes_payments: takesPayments } }: { gateway: Gateway }) {
  const t = await translator("gateways");
  if (takesPayments === false) {
    return (
      <span title={t("offMeaning")}>
        <Status tone="neutral" icon={CircleSlash} word={t("off")} />
      </span>
    );
  }
  return (
    <span title={t(`stateMeaning.${health.state}`)} className="flex flex-wrap items-center gap-x-2">
      <Status {...STATES[health.state]} word={t(`state.${health.state}`)} />
      {health.state !== "closed" && health.opened_at !== null && (
        <span className="text-xs text-ink-muted">
          {t.rich("list.since", { time: () => <Time iso={health.opened_at ?? ""} /> })}
        </span>
      )}
    </span>
  );
}

const CHANGES = {
  higher: { icon: TrendingUp, className: "text-success" },
  lower: { icon: TrendingDown, className: "text-danger" },
};

/** Only a change that is more than chance. */
async function Change({ change, points }: { change: RateChange; points: (difference: number) => string }) {
  if (change.kind !== "higher" && change.kind !== "lower") return null;
  const t = await translator("gateways");
  const { icon: Icon, className } = CHANGES[change.kind];
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{t(`list.${change.kind}`)}</span>
      {points(change.by)}
    </span>
  );
}
