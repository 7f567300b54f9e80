"use client";

import { useTranslations } from "use-intl/react";
import { LiveLineView } from "@/components/live/live-line";
import { PaymentsTable } from "@/app/(dashboard)/payments/_components/list/payments-table";
import { RefundsTable } from "@/app/(dashboard)/refunds/_components/refunds-table";
import { ColumnChoice } from "@/components/lists/column-choice";
import { SmallTableHead } from "@/components/ui/small-table-head";
import { type ColumnsOutcome, LIST_COLUMNS, readAddressColumns, showColumns } from "@/lib/lists/list-columns";
import { REFUND_INTENT_STATES } from "@/lib/refunds/refund-intent-view";
import { customer, everyState, intent, REFUND_ID, TRANSACTION_ID } from "./data";
import { Example } from "./example";
import { listedPayment } from "./tables-data";

const CHOSEN = readAddressColumns("payments", "amount,completed,udf1,attempt,remaining,gatewayId");
const columns = {
  list: "payments",
  names: Object.fromEntries(Object.keys(LIST_COLUMNS.payments).map((id) => [id, id])),
  ownHref: null,
  save: (): Promise<ColumnsOutcome> => Promise.resolve({ kind: "done" }),
} as const;

const idOf = (last: number): string => `${TRANSACTION_ID.slice(0, -1)}${String(last)}`;

const LIVE = [
  { newer: 0, newestAt: null, asOfMs: null },
  { newer: 4, newestAt: listedPayment.createdAt, asOfMs: null },
  { newer: 1, newestAt: listedPayment.createdAt, asOfMs: Date.parse(listedPayment.createdAt) },
];

/** The lists of payments and of refunds. */
export function TableExamples() {
  const t = useTranslations("gateways");
  const payments = useTranslations("payments.list");
  return (
    <>
      <Example component="LiveLineView" state="live, with news, and not kept up to date">
        {LIVE.map((live) => (
          <LiveLineView
            key={live.newer}
            live={live}
            news={(n) => payments("newer", { n, isMore: "false" })}
            onShow={() => undefined}
          />
        ))}
      </Example>
      <Example component="PaymentsTable" state="every state, a test payment">
        <PaymentsTable
          columns={showColumns("payments", null)}
          payments={[
            ...everyState.map((state, index) => ({
              ...listedPayment,
              transactionId: idOf(index + 1),
              customer: index === 0 ? { ...customer, name: null } : customer,
              status: state.status,
              state,
            })),
            { ...listedPayment, isTest: true, method: null, gateway: null, customer: null },
          ]}
        />
      </Example>
      <Example component="PaymentsTable" state="chosen columns, wider than most screens">
        <PaymentsTable
          payments={[
            {
              ...listedPayment,
              details: {
                completed: listedPayment.createdAt,
                remaining: "0.00",
                attempt: "2",
                udf1: "store-7",
              },
            },
          ]}
          columns={showColumns("payments", CHOSEN)}
        />
      </Example>
      <Example component="SmallTableHead" state="texts and figures">
        <table className="w-full max-w-md text-sm">
          <SmallTableHead
            columns={[
              { heading: t("declines.unmapped.gateway") },
              { heading: t("declines.payments"), align: "end" },
            ]}
          />
          <tbody>
            <tr>
              <th scope="row" className="py-1 text-start font-mono font-normal">
                {listedPayment.gateway}
              </th>
              <td className="py-1 ps-3 text-end">{listedPayment.amount}</td>
            </tr>
          </tbody>
        </table>
      </Example>
      <Example component="ColumnChoice" state="of a view">
        <ColumnChoice {...columns} layout={CHOSEN} ownHref="/dev/components" />
      </Example>
      <Example component="RefundsTable" state="every state, and an ageing one; finance">
        <RefundsTable
          role="finance"
          columns={showColumns("refunds", null)}
          refunds={[
            ...REFUND_INTENT_STATES.map((state) => ({
              ...intent,
              intentId: state,
              state,
              refundId: state === "ACCEPTED" ? REFUND_ID : null,
              refundStatus: state === "ACCEPTED" ? ("FAILURE" as const) : null,
              isAgeing: false,
            })),
            { ...intent, intentId: "ageing", isAgeing: true },
          ]}
        />
      </Example>
    </>
  );
}
