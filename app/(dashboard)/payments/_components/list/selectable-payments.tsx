"use client";

import { useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { Role } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { PaymentsTable, type PaymentsTableProps } from "./payments-table";
import { areSameRows } from "./same-rows";
import type { SelectionBarProps } from "./selection-bar";

/** Its scripts come with the first selected row. */
const selectionBar = lazyPart(() => import("./selection-bar").then((module) => module.SelectionBar));

type SelectablePaymentsProps = Omit<PaymentsTableProps, "choice"> & { role: Role };

/** Rows can be selected, and a bar at the lower edge says what the role may do with them. */
export function SelectablePayments({ payments: newest, role, ...columns }: SelectablePaymentsProps) {
  const [payments, setPayments] = useState(newest);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [requested, setRequested] = useState<readonly PaymentListItem[] | null>(null);

  // New rows clear the selection: it is of the rows that were seen. What becomes of these does not, nor do other columns.
  if (newest !== payments) {
    setPayments(newest);
    if (!areSameRows(payments, newest)) setChosen(new Set());
  }
  const selected = payments.filter(({ transactionId }) => chosen.has(transactionId));
  return (
    <>
      <PaymentsTable {...columns} payments={payments} choice={{ chosen, onChoose: setChosen }} />
      {(selected.length > 0 || requested !== null) && (
        <Bar
          selected={selected}
          role={role}
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
