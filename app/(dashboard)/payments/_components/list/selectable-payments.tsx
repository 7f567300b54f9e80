"use client";

import { useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { PaymentsTable, type PaymentsTableProps } from "./payments-table";
import type { SelectionBarProps } from "./selection-bar";

/** Its scripts come with the first selected row. */
const selectionBar = lazyPart(() => import("./selection-bar").then((module) => module.SelectionBar));

/** The list for a role that requests refunds: rows can be selected, and a bar at the lower edge says what can be done. */
export function SelectablePayments({ payments: newest, ...columns }: Omit<PaymentsTableProps, "choice">) {
  const [payments, setPayments] = useState(newest);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [requested, setRequested] = useState<readonly PaymentListItem[] | null>(null);

  // New rows clear the selection: it is of the rows that were seen.
  if (newest !== payments) {
    setPayments(newest);
    setChosen(new Set());
  }
  const selected = payments.filter(({ transactionId }) => chosen.has(transactionId));
  return (
    <>
      <PaymentsTable {...columns} payments={payments} choice={{ chosen, onChoose: setChosen }} />
      {(selected.length > 0 || requested !== null) && (
        <Bar
          selected={selected}
          requested={requested}
          onRequest={() => setRequested(selected)}
          onClear={() => setChosen(new Set())}
          onClose={(isDone) => {
            setRequested(null);
            if (isDone) setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

function Bar(props: SelectionBarProps) {
  const bar = useLazyPart(selectionBar);
  if (bar.kind === "ready") return <bar.part {...props} />;
  return bar.kind === "failed" ? <PartFailed onTryAgain={bar.tryAgain} /> : null;
}
