import { currentLocale, translator } from "@/components/i18n/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { DECLINE_RANGES, type DeclineRange, type DeclineView } from "@/lib/gateways/decline-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { DeclineLists } from "./decline-lists";
import { DeclineMatrix } from "./decline-matrix";
import { type DeclineTable, declineNumbers } from "./decline-table";

export type DeclinePanelProps = {
  /** Null without the permission to see the gateways. */
  read: OpsRead<DeclineView> | null;
  range: DeclineRange;
  /** Whether the numbers lead to the payments. */
  mayListPayments: boolean;
};

/** Why payments were not paid at each gateway. Nothing where the service does not count reasons. */
export async function DeclinePanel({ read, range, mayListPayments }: DeclinePanelProps) {
  if (read === null || read.kind === "not_offered") return null;
  const t = await translator("gateways");
  return (
    <Panel title={t("declines.title")} aside={<Ranges range={range} />} className="@container">
      {read.kind === "found" ? (
        <Declines view={read.value} range={range} mayListPayments={mayListPayments} />
      ) : (
        <FetchFailed read={read} />
      )}
    </Panel>
  );
}

async function Ranges({ range }: { range: DeclineRange }) {
  const t = await translator("gateways");
  return (
    <nav aria-label={t("declines.ranges")} className="print:hidden">
      <ul className="flex flex-wrap gap-x-4">
        {DECLINE_RANGES.map((other) => (
          <li key={other}>
            <Link
              href={paths.gateways({ declines: other })}
              scroll={false}
              aria-current={other === range ? "page" : undefined}
              className={`touch-target inline-flex items-center text-sm underline-offset-4 hover:underline ${
                other === range ? "font-semibold text-ink underline" : "text-accent"
              }`}
            >
              {t(`declines.range.${other}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function Declines({
  view,
  range,
  mayListPayments,
}: Omit<DeclinePanelProps, "read"> & { view: DeclineView }) {
  const [t, payments, locale] = await Promise.all([
    translator("gateways"),
    translator("payments"),
    currentLocale(),
  ]);
  if (view.total === 0) return <p className="text-sm text-ink-muted">{t("declines.none")}</p>;
  const table: DeclineTable = {
    view,
    t,
    numbers: declineNumbers(locale),
    reasonName: (reason) => payments(`declineReason.${reason}`),
    hrefOf: mayListPayments
      ? (reason, gateway) =>
          paths.paymentList({ range, decline: reason, ...(gateway !== null && { gateway }) })
      : null,
  };
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-ink-muted">
        {t("declines.about")}
        {view.onlySince !== null && (
          <>
            {" "}
            {t.rich("declines.onlySince", {
              n: view.total,
              time: () => <Time iso={view.onlySince ?? ""} />,
            })}
          </>
        )}
      </p>
      <DeclineMatrix {...table} />
      <DeclineLists {...table} />
    </>
  );
}
