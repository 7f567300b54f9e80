"use client";

import { ChosenBar } from "@/app/(dashboard)/payments/find/_components/chosen-bar";
import { FindLines } from "@/app/(dashboard)/payments/find/_components/find-lines";
import { LinesTable } from "@/app/(dashboard)/payments/find/_components/lines-table";
import { ExportLines } from "@/components/payments/export-lines";
import { FoundAmount } from "@/components/payments/found-amount";
import { LinesForm } from "@/components/payments/lines-form";
import { TRANSACTION_ID } from "./data";
import { Example } from "./example";
import { listedPayment } from "./tables-data";

/** The page that looks up several identifiers. */
export function FindLinesExamples() {
  return (
    <>
      <Example component="LinesForm" state="empty">
        <LinesForm
          max={50}
          initial=""
          isSearchedAtOnce={false}
          find={() => Promise.resolve({ kind: "empty" } as const)}
          onFound={() => undefined}
        />
      </Example>
      <Example component="ExportLines" state="both formats">
        <ExportLines lines={TRANSACTION_ID} label={(format) => format} />
      </Example>
      <Example component="FoundAmount" state="of a test payment">
        <FoundAmount payment={{ ...listedPayment, isTest: true }} />
      </Example>
      <Example component="FindLines" state="empty">
        <FindLines max={50} role="finance" userId="" />
      </Example>
      <Example component="ChosenBar" state="for support, who request refunds">
        <ChosenBar
          role="support"
          onClear={() => undefined}
          chosen={new Set([listedPayment.transactionId])}
          lines={[{ line: TRANSACTION_ID, kind: "found", payments: [listedPayment], isMore: false }]}
        />
      </Example>
      <Example component="LinesTable, ChosenBar" state="every result">
        <ChosenBar
          role="finance"
          onClear={() => undefined}
          chosen={new Set([listedPayment.transactionId])}
          lines={[{ line: TRANSACTION_ID, kind: "found", payments: [listedPayment], isMore: false }]}
        />
        <LinesTable
          choice={{ chosen: new Set([listedPayment.transactionId]), onChoose: () => undefined }}
          lines={[
            { line: TRANSACTION_ID, kind: "found", payments: [listedPayment], isMore: false },
            {
              line: "asha@example.com",
              kind: "found",
              payments: [
                listedPayment,
                { ...listedPayment, transactionId: `${TRANSACTION_ID.slice(0, -1)}9`, isTest: true },
              ],
              isMore: true,
            },
            { line: "ORDER-".repeat(30), kind: "not_found" },
            { line: "|", kind: "invalid" },
            { line: "simpay_1", kind: "not_seen" },
            { line: "ORDER-2", kind: "service_error", serviceError: { kind: "unavailable" } },
            { line: "ORDER-3", kind: "late" },
          ]}
        />
      </Example>
    </>
  );
}
