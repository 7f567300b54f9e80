import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { currentLocale, translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import type { OverviewView } from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { countFormat, rateFormat } from "./formats";

/** The four most important figures, each a link to its list. */
export async function OverviewTiles({ view, span }: { view: OverviewView; span: OverviewSpan }) {
  const t = await translator("overview");
  const locale = await currentLocale();
  const count = countFormat(locale);
  const { payments, stuck } = view;
  const times = { from: span.from.toISOString(), until: span.until.toISOString() };
  if (payments.kind !== "counted" && stuck === null) return null;

  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {payments.kind === "counted" && (
        <>
          <Tile name={t("tile.payments")} href={paths.paymentList(times)}>
            {count(Object.values(payments.totals.counts).reduce((sum, one) => sum + one, 0))}
          </Tile>
          <Tile name={t("tile.paid")} href={paths.paymentList({ ...times, status: "SUCCESS" })}>
            {payments.totals.paid.length === 0
              ? t("tile.nothingPaid")
              : payments.totals.paid.map(({ currency, amount }) => (
                  <Money key={currency} amount={amount} currency={currency} className="mr-3 inline-block" />
                ))}
          </Tile>
          <Tile name={t("tile.rate")} about={t("tile.rateAbout")}>
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

type TileProps = { name: string; about?: string; href?: string; children: ReactNode };

function Tile({ name, about, href, children }: TileProps) {
  const title = <span className="block text-sm text-ink-muted">{name}</span>;
  const figure = <span className="block text-lg font-semibold tabular-nums sm:text-xl">{children}</span>;
  const look = "block min-w-0 rounded-lg border border-line bg-surface px-4 py-3 wrap-anywhere";
  if (href !== undefined) {
    return (
      <Link href={href} className={`${look} hover:bg-sunken`}>
        {title}
        {figure}
      </Link>
    );
  }
  return (
    <div className={look}>
      {title}
      {figure}
      {about !== undefined && <span className="block text-xs text-ink-muted">{about}</span>}
    </div>
  );
}
