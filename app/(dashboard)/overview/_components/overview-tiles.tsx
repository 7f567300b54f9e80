import { rateFormat } from "@/components/ui/rate-format";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { currentLocale, translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import type { OverviewView, PaymentTotals } from "@/lib/overview/overview-views";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { amountChangeOf, changeOf } from "@/lib/overview/change";
import { changeFormat, countFormat, pointsFormat } from "@/components/ui/chart-formats";

/** The four most important figures, each a link to its list. */
export async function OverviewTiles({ view, span }: { view: OverviewView; span: OverviewSpan }) {
  const [t, common] = await Promise.all([translator("overview"), translator("common")]);
  const locale = await currentLocale();
  const count = countFormat(locale);
  const { payments, stuck } = view;
  const times = { from: span.from.toISOString(), until: span.until.toISOString() };
  const before = payments.kind === "counted" ? (payments.before?.totals ?? null) : null;
  if (payments.kind !== "counted" && stuck === null) return null;

  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {payments.kind === "counted" && (
        <>
          <Tile
            name={t("tile.payments")}
            href={paths.paymentList(times)}
            compared={before === null ? null : await comparedCount(sumOf(before), sumOf(payments.totals))}
          >
            {count(sumOf(payments.totals))}
          </Tile>
          <Tile
            name={t("tile.paid")}
            href={paths.paymentList({ ...times, status: "SUCCESS" })}
            compared={before === null ? null : await comparedAmounts(before.paid, payments.totals.paid)}
          >
            {payments.totals.paid.length === 0 ? (
              t("tile.nothingPaid")
            ) : (
              <span className="flex flex-wrap gap-x-3">
                {payments.totals.paid.map(({ currency, amount }) => (
                  <Money key={currency} amount={amount} currency={currency} />
                ))}
              </span>
            )}
          </Tile>
          <Tile
            name={t("tile.rate")}
            about={common("successRateIs")}
            compared={before === null ? null : await comparedRate(before.rate, payments.totals.rate)}
          >
            {payments.totals.rate === null ? t("rate.nothing") : rateFormat(locale)(payments.totals.rate)}
          </Tile>
        </>
      )}
      <Tile name={t("tile.stuck")} href={paths.stuck()}>
        {stuck === null
          ? t("tile.unknown")
          : stuck.atLeast
            ? t("tile.atLeast", { n: count(stuck.count) })
            : count(stuck.count)}
      </Tile>
    </div>
  );
}

function sumOf({ counts }: PaymentTotals): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

async function comparedCount(before: number, now: number): Promise<ReactNode> {
  const t = await translator("overview");
  const locale = await currentLocale();
  const change = changeOf(before, now);
  if (change === null) return t("compared.none");
  return t("compared.change", { change: changeFormat(locale)(change), before: countFormat(locale)(before) });
}

/** Compares amounts by currency; a currency of only one of the periods has no change. */
async function comparedAmounts(
  before: PaymentTotals["paid"],
  now: PaymentTotals["paid"],
): Promise<ReactNode> {
  const t = await translator("overview");
  const format = changeFormat(await currentLocale());
  const changes = before.flatMap(({ currency, amount }) => {
    const change = amountChangeOf(amount, now.find((one) => one.currency === currency)?.amount ?? "0.00");
    return change === null ? [] : [{ currency, amount, change: format(change) }];
  });
  if (changes.length === 0) return t("compared.none");
  return (
    <span className="flex flex-wrap gap-x-3">
      {changes.map(({ currency, amount, change }) => (
        <span key={currency}>{t("compared.change", { change, before: shownAmount(amount, currency) })}</span>
      ))}
    </span>
  );
}

/** Compares rates in percentage points: "10% more" of a rate would be read as either. */
async function comparedRate(before: number | null, now: number | null): Promise<ReactNode> {
  const t = await translator("overview");
  const locale = await currentLocale();
  if (before === null || now === null) return t("compared.none");
  return t("compared.points", {
    change: pointsFormat(locale)(now - before),
    before: rateFormat(locale)(before),
  });
}

type TileProps = { name: string; about?: string; href?: string; compared?: ReactNode; children: ReactNode };

function Tile({ name, about, href, compared = null, children }: TileProps) {
  const title = <span className="block text-sm text-ink-muted">{name}</span>;
  const figure = (
    <>
      <span className="block text-lg font-semibold tabular-nums sm:text-xl">{children}</span>
      {compared !== null && <span className="block text-xs text-ink-muted tabular-nums">{compared}</span>}
    </>
  );
  const tileClass = "block min-w-0 rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere";
  if (href !== undefined) {
    return (
      <Link href={href} className={`${tileClass} hover:bg-sunken`}>
        {title}
        {figure}
      </Link>
    );
  }
  return (
    <div className={tileClass}>
      {title}
      {figure}
      {about !== undefined && <span className="block text-xs text-ink-muted">{about}</span>}
    </div>
  );
}
