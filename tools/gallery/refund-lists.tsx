import { OutsideRefundsList } from "@/app/(dashboard)/refunds/_components/outside-refunds-list";
import { RefundFilterChips } from "@/app/(dashboard)/refunds/_components/refund-filter-chips";
import { RefundFilters } from "@/app/(dashboard)/refunds/_components/refund-filters";
import { RefundTabs } from "@/app/(dashboard)/refunds/_components/refund-tabs";
import { RefundTools } from "@/app/(dashboard)/refunds/_components/refund-tools";
import { RefundTotals } from "@/app/(dashboard)/refunds/_components/refund-list";
import { ToolBar } from "@/components/ui/tool-bar";
import { REFUND_STATUSES } from "@/lib/contract/statuses";
import type { OutsideRefundsView } from "@/lib/refunds/refund-list-views";
import { AT, PERSON, REFERENCE, REFUND_ID, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const GIVEN = { status: ["SUCCESS", "UNKNOWN"], from: "2026-11-01", min: "100", by: "1", q: REFERENCE };
const REQUESTERS = [{ id: "1", name: PERSON }];
const SERVICE = "https://payments.example.com";
const LISTED: OutsideRefundsView = {
  kind: "listed",
  refunds: REFUND_STATUSES.map((status) => ({
    refundId: `${REFUND_ID}-${status}`,
    reference: REFERENCE,
    transactionId: TRANSACTION_ID,
    amount: "400.00",
    status,
    wasPaidLate: status === "FAILURE",
    reason: status === "SUCCESS" ? "Damaged on arrival" : null,
    requestedAt: AT,
  })),
  nextCursor: "more",
};
const VIEWS: readonly { state: string; view: OutsideRefundsView; isFirstPage: boolean }[] = [
  { state: "every status", view: LISTED, isFirstPage: true },
  { state: "none", view: { ...LISTED, refunds: [], nextCursor: null }, isFirstPage: true },
  { state: "no more", view: { ...LISTED, refunds: [], nextCursor: null }, isFirstPage: false },
  { state: "not_offered", view: { kind: "not_offered" }, isFirstPage: true },
  {
    state: "service_error",
    view: { kind: "service_error", serviceError: { kind: "unavailable" } },
    isFirstPage: true,
  },
];

/** The lists of refunds, as the server renders them. */
export function RefundListExamples() {
  return (
    <>
      <Example component="RefundTabs" state="some need attention">
        <RefundTabs here="all" counts={{ inProgress: 4, unknown: 2, ageing: 1, requests: 4, approvals: 0 }} />
      </Example>
      <Example component="RefundFilters, ZoneField" state="with errors">
        <ToolBar>
          <RefundFilters
            tab="all"
            given={GIVEN}
            faults={{ from: "day", min: "amount" }}
            reasons={[]}
            requesters={REQUESTERS}
          />
        </ToolBar>
      </Example>
      <Example component="RefundTools" state="with a view's columns; finance">
        <RefundTools
          tab="all"
          given={{ status: "FAILURE", columns: "refund,amount" }}
          faults={{}}
          requesters={REQUESTERS}
          reasons={[]}
          grammar={{ fields: { status: "status", min: "min" }, text: "q", several: ["status"] }}
          refused={null}
          views={{
            own: [{ viewId: "1", name: PERSON, query: "status=FAILURE", sharedWith: null }],
            shared: [],
            roles: [],
          }}
          layout={["refund"]}
          mayExport
        />
      </Example>
      <Example component="RefundFilterChips, RefundTotals" state="filtered, two currencies">
        <RefundFilterChips given={GIVEN} reasons={[]} requesters={REQUESTERS} />
        <RefundTotals
          totals={[
            { currency: "INR", count: 128, amount: "184320.50" },
            { currency: "USD", count: 1, amount: "12.00" },
          ]}
        />
      </Example>
      {VIEWS.map(({ state, view, isFirstPage }) => (
        <Example key={state} component="OutsideRefundsList, OutsideRefundsTable" state={state}>
          <OutsideRefundsList view={view} serviceAddress={SERVICE} given={{}} isFirstPage={isFirstPage} />
        </Example>
      ))}
    </>
  );
}
