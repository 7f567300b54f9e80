import Form from "next/form";
import { currentLocale, translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Button } from "@/components/ui/button";
import { countFormat, decimalPointsFormat, stepFormats } from "@/components/ui/chart-formats";
import { SelectField } from "@/components/ui/controls";
import { Panel } from "@/components/ui/panel";
import { rateFormat } from "@/components/ui/rate-format";
import { Time } from "@/components/ui/time";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import {
  AMOUNT_BANDS,
  type AmountBand,
  FEWEST_FOR_RATE,
  RATE_RANGES,
  type RateView,
} from "@/lib/gateways/rate-view";
import { groupedAmount } from "@/lib/money";
import type { OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { kindName } from "@/lib/payments/kind-name";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import { type GatewaysAddress, gatewaysHref, ratedPaymentsHref } from "./gateways-address";
import { RangeLinks } from "./range-links";
import { RateCard } from "./rate-card";
import { rateScale } from "./rate-scale";
import type { RateTexts } from "./rate-texts";

type RatePanelProps = {
  /** Null without the permission to see the gateways. */
  read: OpsRead<RateView> | null;
  /** What there is to choose from; null where the service does not tell. */
  kinds: PaymentKinds | null;
  address: GatewaysAddress;
  zone: string;
  /** Whether the numbers lead to the payments. */
  mayListPayments: boolean;
};

/** How often each gateway succeeds, and its share of the payments. */
export async function RatePanel({ read, kinds, address, zone, mayListPayments }: RatePanelProps) {
  if (read === null) return null;
  if (read.kind === "not_offered") return <FetchFailed read={read} />;
  const t = await translator("gateways");
  return (
    <Panel
      title={t("rates.title")}
      aside={
        <RangeLinks
          label={t("rates.ranges")}
          links={RATE_RANGES.map((range) => ({
            words: t(`declines.range.${range}`),
            href: gatewaysHref({ ...address, rates: range }),
            isHere: range === address.rates,
          }))}
        />
      }
      className="@container"
    >
      <SegmentForm address={address} kinds={kinds} />
      {read.kind === "found" ? (
        <Rates view={read.value} address={address} zone={zone} mayListPayments={mayListPayments} />
      ) : (
        <FetchFailed read={read} />
      )}
    </Panel>
  );
}

/** A plain GET form to the page's own address, so that the choice can be shared; it works without JavaScript. */
async function SegmentForm({ address, kinds }: Pick<RatePanelProps, "address" | "kinds">) {
  const [t, common] = await Promise.all([translator("gateways"), translator("common")]);
  const bandName = (band: AmountBand): string => {
    const { min, max } = AMOUNT_BANDS[band];
    if (min === null) return t("rates.bandTo", { max: groupedAmount(max) });
    return max === null
      ? t("rates.bandFrom", { min: groupedAmount(min) })
      : t("rates.band", { min: groupedAmount(min), max: groupedAmount(max) });
  };
  return (
    <Form
      action={await requestedAddress(paths.gateways())}
      prefetch={false}
      scroll={false}
      aria-label={t("rates.segment")}
      // The choice of another address: a form that is kept would show the old one.
      key={gatewaysHref(address)}
      className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3"
    >
      <input type="hidden" name="declines" value={address.declines} />
      <input type="hidden" name="rates" value={address.rates} />
      <div className="max-w-44 min-w-36 grow basis-0">
        <SelectField
          name="method"
          label={t("rates.method")}
          defaultValue={address.segment.method ?? ""}
          options={[
            { value: "", label: t("rates.anyMethod") },
            ...PAYMENT_METHODS.map((method) => ({ value: method, label: common(`methodName.${method}`) })),
          ]}
        />
      </div>
      <div className="max-w-56 min-w-36 grow basis-0">
        <SelectField
          name="amount"
          label={t("rates.amount")}
          defaultValue={address.segment.band ?? ""}
          options={[
            { value: "", label: t("rates.anyAmount") },
            ...(Object.keys(AMOUNT_BANDS) as AmountBand[]).map((band) => ({
              value: band,
              label: bandName(band),
            })),
          ]}
        />
      </div>
      <KindField
        name="currency"
        label={t("rates.currency")}
        any={t("rates.anyCurrency")}
        chosen={address.segment.currency}
        // Every payment has one: with a single one there is no choice.
        values={kinds !== null && kinds.currencies.length > 1 ? kinds.currencies : []}
      />
      <KindField
        name="scheme"
        label={t("rates.scheme")}
        any={t("rates.anyScheme")}
        chosen={address.segment.scheme}
        values={kinds?.schemes ?? []}
      />
      <KindField
        name="bank"
        label={t("rates.bank")}
        any={t("rates.anyBank")}
        chosen={address.segment.bank}
        values={kinds?.banks ?? []}
      />
      <Button isPlain type="submit">
        {common("apply")}
      </Button>
    </Form>
  );
}

type KindFieldProps = {
  name: string;
  label: string;
  any: string;
  chosen: string | null;
  values: readonly string[];
};

/** Nothing where no payment has such a value. One that is chosen can always be undone. */
function KindField({ name, label, any, chosen, values }: KindFieldProps) {
  const all = chosen === null || values.includes(chosen) ? values : [...values, chosen];
  if (all.length === 0) return null;
  return (
    <div className="max-w-44 min-w-32 grow basis-0">
      <SelectField
        name={name}
        label={label}
        defaultValue={chosen ?? ""}
        options={[
          { value: "", label: any },
          ...all.map((value) => ({ value, label: kindName(name, value) })),
        ]}
      />
    </div>
  );
}

async function Rates({
  view,
  address,
  zone,
  mayListPayments,
}: Omit<RatePanelProps, "read" | "kinds"> & { view: RateView }) {
  const [t, common, locale] = await Promise.all([
    translator("gateways"),
    translator("common"),
    currentLocale(),
  ]);
  const { gateways } = view;
  const first = gateways[0];
  if (first === undefined) {
    const isAny = Object.values(address.segment).every((value) => value === null);
    return <p className="text-sm text-ink-muted">{isAny ? t("rates.none") : t("rates.noneOfKind")}</p>;
  }
  const texts: RateTexts = {
    t,
    count: countFormat(locale),
    percent: rateFormat(locale),
    points: decimalPointsFormat(locale),
    step: stepFormats(view.step, locale, zone, first.points),
    hrefOf: mayListPayments
      ? (gateway, part, step) =>
          ratedPaymentsHref(address, { gateway, part, step: step ?? null, since: view.onlySince })
      : null,
  };
  const scale = rateScale(gateways);
  return (
    <>
      <p className="mb-1.5 max-w-prose text-sm text-ink-muted">
        {t("rates.about", { definition: common("successRateIs") })}{" "}
        {t("rates.compared", { range: address.rates })}
        {view.onlySince !== null && (
          <> {t.rich("rates.onlySince", { time: () => <Time iso={view.onlySince ?? ""} /> })}</>
        )}
      </p>
      <Legend fewest={FEWEST_FOR_RATE} />
      <ul className="grid gap-x-8 gap-y-6 @3xl:grid-cols-2 @6xl:grid-cols-3">
        {gateways.map((gateway) => (
          <li key={gateway.name} className="min-w-0">
            <RateCard rates={gateway} scale={scale} texts={texts} />
          </li>
        ))}
      </ul>
    </>
  );
}

async function Legend({ fewest }: { fewest: number }) {
  const t = await translator("gateways");
  return (
    <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-muted">
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 20 12" className="h-3 w-5">
          <rect y={2} width={20} height={8} className="fill-accent-soft" />
          <path d="M0 6h20" strokeWidth={2} className="stroke-accent" />
        </svg>
        {t("rates.legend.interval")}
      </li>
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 20 12" className="h-3 w-5">
          <path d="M0 6h20" strokeWidth={1.5} strokeDasharray="4 3" className="stroke-ink-muted" />
        </svg>
        {t("rates.legend.before")}
      </li>
      <li className="flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 12 12" className="size-3">
          <circle cx={6} cy={6} r={3.5} strokeWidth={1.5} className="fill-surface stroke-ink-muted" />
        </svg>
        {t("rates.legend.few", { n: fewest })}
      </li>
    </ul>
  );
}
