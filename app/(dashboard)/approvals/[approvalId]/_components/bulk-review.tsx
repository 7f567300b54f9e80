import type { ReactNode } from "react";
import { CircleCheck } from "lucide-react";
import { FaultText } from "@/components/bulk/fault-text";
import { FulfilledRequest } from "@/components/bulk/fulfilled-request";
import { translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { Status } from "@/components/ui/status";
import { ForeignText, Sentence } from "@/components/ui/text";
import type { BulkLeftOut, BulkReview, Listed, SamePaymentView } from "@/lib/bulk/review";
import type { BulkRowView } from "@/lib/bulk";
import { PaymentReference } from "./payment-reference";

/** What is unusual among the rows of a request: the largest, the likely duplicates, the reasons. */
export function BulkReviewPanels({ review }: { review: BulkReview }) {
  return (
    <>
      <Largest rows={review.largest} />
      <Duplicates review={review} />
      <Reasons reasons={review.reasons} />
    </>
  );
}

async function Largest({ rows }: { rows: BulkRowView[] }) {
  const t = await translator("approvals");
  return (
    <Panel title={t("review.largest")}>
      <ReviewLines>
        {rows.map((row) => (
          <ReviewLine key={row.rowId} amounts={[row]}>
            <PaymentReference row={row} />
            <p className="text-xs text-ink-muted">{t("review.line", { line: row.line })}</p>
          </ReviewLine>
        ))}
      </ReviewLines>
    </Panel>
  );
}

async function Duplicates({ review: { confirmed, samePayment, leftOut } }: { review: BulkReview }) {
  const t = await translator("approvals");
  const isClear = confirmed.count === 0 && samePayment.count === 0;
  return (
    <Panel title={t("review.duplicates")}>
      <div className="space-y-4 text-sm">
        {isClear && <Status tone="success" icon={CircleCheck} word={t("review.noDuplicates")} />}
        {confirmed.count > 0 && <Confirmed rows={confirmed} />}
        {samePayment.count > 0 && <SamePayment payments={samePayment} />}
        <LeftOut leftOut={leftOut} />
      </div>
    </Panel>
  );
}

/** Likely refunded already; a person said that each is meant. */
async function Confirmed({ rows }: { rows: Listed<BulkRowView> }) {
  const t = await translator("approvals");
  return (
    <section>
      <h3 className="font-medium text-warning">{t("review.confirmed", { n: rows.count })}</h3>
      <ReviewLines>
        {rows.entries.map((row) => (
          <ReviewLine key={row.rowId} amounts={[row]}>
            <PaymentReference row={row} />
            {row.faults.map((fault) => (
              <FaultText key={JSON.stringify(fault)} fault={fault} />
            ))}
            <FulfilledRequest row={row} />
            <p className="text-xs text-ink-muted">
              {t("review.line", { line: row.line })} ·{" "}
              <Sentence>{t("review.confirmedBy", { person: row.confirmedBy ?? "" })}</Sentence>
            </p>
          </ReviewLine>
        ))}
      </ReviewLines>
      <ReviewMore list={rows} />
    </section>
  );
}

async function SamePayment({ payments }: { payments: Listed<SamePaymentView> }) {
  const t = await translator("approvals");
  return (
    <section>
      <h3 className="font-medium text-warning">{t("review.samePayment", { n: payments.count })}</h3>
      <ReviewLines>
        {payments.entries.map((payment) => (
          <ReviewLine key={payment.transactionId} amounts={[payment]}>
            <PaymentReference row={payment} />
            <p className="text-xs text-ink-muted">
              {t("review.lines", { n: payment.rows, lines: linesOf(payment) })}
            </p>
          </ReviewLine>
        ))}
      </ReviewLines>
      <ReviewMore list={payments} />
    </section>
  );
}

function linesOf({ rows, lines }: SamePaymentView): string {
  return rows > lines.length ? `${lines.join(", ")}…` : lines.join(", ");
}

async function LeftOut({ leftOut }: { leftOut: BulkLeftOut }) {
  const t = await translator("approvals");
  const kinds = (["duplicates", "likelyDuplicates", "problems"] as const).filter((kind) => leftOut[kind] > 0);
  if (kinds.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{t("review.leftOut")}</h3>
      <ul className="text-ink-muted">
        {kinds.map((kind) => (
          <li key={kind}>{t(`review.leftOutKind.${kind}`, { n: leftOut[kind] })}</li>
        ))}
      </ul>
    </section>
  );
}

async function Reasons({ reasons }: { reasons: BulkReview["reasons"] }) {
  const t = await translator("approvals");
  return (
    <Panel title={t("review.reasons")}>
      <ReviewLines>
        {reasons.entries.map(({ reason, rows, totals }) => (
          <ReviewLine key={reason ?? ""} amounts={totals}>
            {reason === null ? (
              <span className="text-ink-muted">{t("review.noReason")}</span>
            ) : (
              <ForeignText>{reason}</ForeignText>
            )}
            <p className="text-xs text-ink-muted">{t("review.rowCount", { n: rows })}</p>
          </ReviewLine>
        ))}
      </ReviewLines>
      <ReviewMore list={reasons} />
    </Panel>
  );
}

/** Entries with an amount at the end of each. */
function ReviewLines({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

type Amount = { amount: string | null; currency: string | null };

function ReviewLine({ amounts, children }: { amounts: readonly Amount[]; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 first:pt-1 last:pb-0">
      <div className="min-w-0">{children}</div>
      <div className="max-w-40 text-right sm:max-w-none">
        {amounts.map(({ amount, currency }) => (
          <p key={currency}>
            {amount !== null && <Money amount={amount} currency={currency} className="font-semibold" />}
          </p>
        ))}
      </div>
    </li>
  );
}

/** How many entries of the list are not shown. */
async function ReviewMore({ list: { entries, count } }: { list: Listed<unknown> }) {
  const t = await translator("approvals");
  if (count <= entries.length) return null;
  return <p className="pt-2 text-xs text-ink-muted">{t("review.more", { n: count - entries.length })}</p>;
}
