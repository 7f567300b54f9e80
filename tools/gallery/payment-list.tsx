import { chooseColumnsAction } from "@/app/(dashboard)/list-columns-action";
import { SavedViews } from "@/app/(dashboard)/_components/saved-views/saved-views";
import { ColumnsTool } from "@/components/lists/columns-tool";
import { ToolBar } from "@/components/ui/tool-bar";
import { CreatePaymentLink } from "@/app/(dashboard)/payments/_components/create-payment-link";
import { NothingListed } from "@/app/(dashboard)/payments/_components/list/nothing-listed";
import { NothingOnPage } from "@/app/(dashboard)/payments/_components/list/nothing-on-page";
import { PaymentList } from "@/app/(dashboard)/payments/_components/list/payment-list";
import type { ListScreenView } from "@/app/(dashboard)/payments/_components/list/read-payment-list";
import { SeenList } from "@/app/(dashboard)/payments/_components/list/seen-list";
import { NothingFound } from "@/app/(dashboard)/payments/_components/nothing-found";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import type { SeenListView } from "@/lib/payments/payment-list-views";
import type { UnaskableFault } from "@/lib/payments/payment-view";
import { readPaymentFilter, type AddressQuery } from "@/server/dashboard/payments/domain/payment-filter";
import { LATER, REFERENCE, TRANSACTION_ID } from "./data";
import { Example } from "./example";
import { listedPayment } from "./tables-data";

const ZONE = "Asia/Kolkata";
const requestOf = (query: AddressQuery) => ({
  query,
  ...readPaymentFilter(query, ZONE),
  cursor: null,
  refused: null,
  zone: ZONE,
  columns: null,
});
const NO_FILTER = requestOf({});
const EVERY_FILTER = requestOf({
  status: ["SUCCESS", "FAILURE"],
  from: "2026-11-01T00:00",
  until: "2026-11-25T00:00",
  min: "100",
  max: "5000",
  method: "CC",
  scheme: "VISA",
  bank: "HDFC",
  currency: "INR",
  gateway: "razorpay",
  prefix: "ORDER-",
  udf1: "store-7",
});
const savedViews = {
  own: [{ viewId: "1", name: "Failed today", query: "status=FAILURE&range=today", sharedWith: null }],
  shared: [],
  roles: [],
};
const VIEWS = {
  views: [
    { viewId: "1", name: "Failed today", href: "/dev/components", sharedWith: null },
    {
      viewId: "2",
      name: "A name that is too long for the width of a phone and is cut",
      href: "/dev/components",
      sharedWith: null,
    },
  ],
  shared: [],
  roles: [],
};
const KINDS: PaymentKinds = {
  currencies: ["INR", "USD"],
  schemes: ["VISA", "RUPAY"],
  banks: ["HDFC", "ICICI", "A BANK WITH A NAME THAT IS LONGER THAN ITS FIELD"],
};
const NO_VIEWS = { own: [], shared: [], roles: [] };

const LISTS: readonly { state: string; list: ListScreenView["list"] }[] = [
  { state: "unknown_page", list: { kind: "unknown_page" } },
  { state: "filter_not_offered", list: { kind: "filter_not_offered" } },
  { state: "expired_search", list: { kind: "expired_search" } },
  { state: "refused", list: { kind: "refused", words: "min: Must be an amount." } },
  { state: "service_error", list: { kind: "service_error", serviceError: { kind: "unavailable" } } },
  { state: "not_offered", list: { kind: "not_offered", seen: null } },
];
const SEEN: readonly { state: string; seen: SeenListView | null }[] = [
  { state: "a filter that the service cannot apply", seen: null },
  { state: "nothing seen", seen: { payments: [], nextCursor: null, isFirstPage: true } },
  {
    state: "an older page",
    seen: { payments: [{ ...listedPayment, seenAt: LATER }], nextCursor: "older", isFirstPage: false },
  },
];
const FAULTS: readonly UnaskableFault[] = ["blank", "too_long", "separator", "unstorable"];

/** The list of payments with its filter, in every state. */
export function PaymentListExamples() {
  return (
    <>
      <Example component="CreatePaymentLink" state="beside the title">
        <CreatePaymentLink />
      </Example>
      <Example component="PaymentList, FilterPanel, PaymentFilterChips" state="filtered, finance">
        <PaymentList
          request={EVERY_FILTER}
          role="finance"
          view={{
            list: { kind: "listed", payments: [listedPayment], nextCursor: "more" },
            kinds: KINDS,
            savedViews,
            layout: null,
            readAt: LATER,
          }}
        />
      </Example>
      <Example component="ColumnsTool, SavedViews" state="closed">
        <ToolBar>
          <SavedViews
            list="payments"
            {...VIEWS}
            query="status=FAILURE"
            columns={null}
            hasOwnColumns={false}
          />
          <ColumnsTool
            list="payments"
            layout={null}
            names={{ reference: "Reference", amount: "Amount" }}
            ownHref={null}
            save={chooseColumnsAction}
          />
        </ToolBar>
      </Example>
      {SEEN.map(({ state, seen }) => (
        <Example key={state} component="SeenList" state={state}>
          <SeenList seen={seen} />
        </Example>
      ))}
      <Example component="PaymentList" state="a filter with errors, support">
        <PaymentList
          request={requestOf({ min: "ten", from: "soon", udf1: "x".repeat(300) })}
          role="support"
          view={{ list: { kind: "faulty" }, kinds: null, savedViews: NO_VIEWS, layout: null, readAt: LATER }}
        />
      </Example>
      <Example component="NothingListed" state="no payments yet, ops, sandbox">
        <NothingListed isFiltered={false} role="ops" commandsHere={(text) => text} />
      </Example>
      <Example component="NothingListed" state="no payments yet, support; nothing matches">
        <NothingListed isFiltered={false} role="support" commandsHere={null} />
        <NothingListed isFiltered role="ops" commandsHere={null} />
      </Example>
      <Example
        component="NothingOnPage"
        state="older ones may match, the first and a later page; no older ones"
      >
        <NothingOnPage older="/dev/components" newest={null} />
        <NothingOnPage older="/dev/components" newest="/dev/components" />
        <NothingOnPage older={null} newest="/dev/components" />
      </Example>
      {LISTS.map(({ state, list }) => (
        <Example key={state} component="ListResult" state={state}>
          <PaymentList
            request={NO_FILTER}
            role="ops"
            view={{ list, kinds: null, savedViews: NO_VIEWS, layout: null, readAt: LATER }}
          />
        </Example>
      ))}
      {FAULTS.map((fault) => (
        <Example key={fault} component="NothingFound" state={fault}>
          <NothingFound view={{ kind: "invalid", reference: "a|b", fault }} hasList isSearched={false} />
        </Example>
      ))}
      {[REFERENCE, TRANSACTION_ID].map((reference) => (
        <Example key={reference} component="NothingFound" state={`no payment has ${reference}`}>
          <NothingFound
            view={{ kind: "not_found", reference, checkedAt: LATER }}
            hasList
            isSearched={false}
          />
        </Example>
      ))}
      <Example component="NothingFound" state="the service is unavailable">
        <NothingFound
          view={{
            kind: "service_error",
            reference: REFERENCE,
            serviceError: { kind: "unavailable" },
            checkedAt: LATER,
          }}
          hasList
          isSearched={false}
        />
      </Example>
    </>
  );
}
