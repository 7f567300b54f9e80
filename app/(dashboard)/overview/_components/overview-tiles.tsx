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
  const [main, ...others] = payments.kind === "counted" ? payments.totals.paid : [];

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
            compared={before === null ? null : await comparedAmount(before.paid, main)}
            more={
              others.length > 0 && (
                <details className="px-4 pb-2 text-xs text-ink-muted">
                  <summary className="w-fit touch-area cursor-pointer select-none">
                    {t("tile.others", { n: others.length })}
                  </summary>
                  <span className="flex flex-wrap gap-x-3 pt-1">
                    {others.map(({ currency, amount }) => (
                      <Money key={currency} amount={amount} currency={currency} />
                    ))}
                  </span>
                </details>
              )
            }
          >
            {main === undefined ? (
              t("tile.nothingPaid")
            ) : (
              <Money amount={main.amount} currency={main.currency} />
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

/** Compares the amounts of the main currency, now or before. */
async function comparedAmount(
  before: PaymentTotals["paid"],
  now: PaymentTotals["paid"][number] | undefined,
): Promise<ReactNode> {
  const t = await translator("overview");
  const then = now === undefined ? before[0] : before.find(({ currency }) => currency === now.currency);
  const change = then === undefined ? null : amountChangeOf(then.amount, now?.amount ?? "0.00");
  if (then === undefined || change === null) return t("compared.none");
  return t("compared.change", {
    change: changeFormat(await currentLocale())(change),
    before: shownAmount(then.amount, then.currency),
  });
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

type TileProps = {
  name: string;
  about?: string;
  href?: string;
  compared?: ReactNode;
  /** Below the link. */
  more?: ReactNode;
  children: ReactNode;
};

function Tile({ name, about, href, compared = null, more = false, children }: TileProps) {
  const title = <span className="block text-sm text-ink-muted">{name}</span>;
  const figure = (
    <>
      <span className="block text-lg font-semibold tabular-nums sm:text-2xl">{children}</span>
      {compared !== null && <span className="block text-xs text-ink-muted tabular-nums">{compared}</span>}
    </>
  );
  const tileClass = "min-w-0 rounded-lg border border-line bg-surface wrap-anywhere";
  if (href !== undefined) {
    return (
      <div className={tileClass}>
        <Link href={href} className="block rounded-lg px-4 py-3 hover:bg-sunken">
          {title}
          {figure}
        </Link>
        {more}
      </div>
    );
  }
  return (
    <div className={`${tileClass} px-4 py-3`}>
      {title}
      {figure}
      {about !== undefined && <span className="block text-xs text-ink-muted">{about}</span>}
    </div>
  );
}
