import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectTo, redirectToSignIn } from "@/components/navigation/server";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { currentTimeZone } from "@/components/time-zone/server";
import { roleAllows } from "@/lib/can";
import { readAddressColumns } from "@/lib/lists/list-columns";
import { readTypedFilter, withTyped } from "@/lib/lists/typed-filter";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { StreamIfSlow } from "@/components/states/stream-if-slow";
import { paths } from "@/lib/paths";
import type { PaymentLookup } from "@/lib/payments/payment-view";
import { isTimeZone } from "@/lib/time-zone";
import { authorize } from "@/server/dashboard/auth/authorize";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { type AddressQuery, readPaymentFilter } from "@/server/dashboard/payments/domain/payment-filter";
import { countStuckForNavigation } from "@/server/dashboard/payments/queries/count-stuck";
import { findPayments } from "@/server/dashboard/payments/queries/find-payments";
import { CreatePaymentLink } from "./_components/create-payment-link";
import { FoundNotes } from "./_components/found-notes";
import { paymentGrammar } from "./_components/list/payment-grammar";
import { ListSkeleton } from "./_components/list/list-skeleton";
import { PaymentTabs } from "./_components/list/payment-tabs";
import { PaymentList } from "./_components/list/payment-list";
import { listQuery, readPaymentList } from "./_components/list/read-payment-list";
import { NothingFound } from "./_components/nothing-found";
import { PaymentSkeleton } from "./[transactionId]/_components/payment-skeleton";
import { valueWithin } from "@/lib/value-within";
import { selectionAreas } from "./_components/list/selection-areas";
import { SKELETON_AFTER_MS } from "./_components/skeleton-after";

type PaymentsPageProps = { searchParams: Promise<AddressQuery> };

/** The title names the reference, so that browser tabs and history entries differ. */
export async function generateMetadata({ searchParams }: PaymentsPageProps): Promise<Metadata> {
  const reference = firstOf(await searchParams, "reference");
  const t = await translator("payments");
  return { title: reference === "" ? t("title") : reference };
}

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const query = await searchParams;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.paymentList(query));
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "payments" })))
    return <Forbidden role={ctx.actor.role} permission="view_payments" />;
  const reference = firstOf(query, "reference");
  // Unknown is not "no": the search itself says what the service could not search by.
  const capabilities = valueWithin(ctx.routing.capabilities(), SKELETON_AFTER_MS);
  const [{ content, tabs }, offered, t] = await Promise.all([
    reference === "" ? list(ctx, query) : found(ctx, query).then((content) => ({ content, tabs: null })),
    capabilities,
    translator("payments"),
  ]);
  const hasList = offered === null || !offered.isKnown || offered.offers("payments.search");
  return (
    <Messages areas={["payments", "columns", "savedViews", ...selectionAreas(ctx.actor.role)]}>
      <PageHeader
        title={t("title")}
        actions={roleAllows(ctx.actor.role, "create_payment") ? <CreatePaymentLink /> : undefined}
        tabs={hasList ? tabs : null}
      />
      {/* The toolbar of the list is close to the line above it. */}
      <div className={hasList && tabs !== null ? undefined : "mt-4"}>{content}</div>
    </Messages>
  );
}

/** What has a reference, or may have a text: one page shows a payment, whoever links to it (decision 0388). */
async function found(ctx: Ctx, query: AddressQuery) {
  const reference = firstOf(query, "reference");
  const lookup = findPayments(ctx, reference);
  const [quick, capabilities] = await Promise.all([
    valueWithin(lookup, SKELETON_AFTER_MS),
    valueWithin(ctx.routing.capabilities(), SKELETON_AFTER_MS),
  ]);
  const hasList = capabilities?.offers("payments.search") ?? false;
  const isSearched = firstOf(query, "searched") !== "";
  if (quick?.kind === "found") return redirectTo(addressOf(quick, query));
  return (
    <StreamIfSlow key={reference} isSlow={quick === null} fallback={<PaymentSkeleton />}>
      <NotFoundYet ctx={ctx} query={query} lookup={lookup} hasList={hasList} isSearched={isSearched} />
    </StreamIfSlow>
  );
}

type NotFoundYetProps = {
  ctx: Ctx;
  query: AddressQuery;
  lookup: Promise<PaymentLookup>;
  hasList: boolean;
  isSearched: boolean;
};

/** A payment that took longer to find is opened too. */
async function NotFoundYet({ ctx, query, lookup, hasList, isSearched }: NotFoundYetProps) {
  const view = await lookup;
  if (view.kind === "found") return redirectTo(addressOf(view, query));
  return (
    <>
      <NothingFound view={view} hasList={hasList} isSearched={isSearched} />
      <FoundNotes ctx={ctx} text={view.reference} />
    </>
  );
}

/** The newest attempt, or the one whose refund form the link opens. */
function addressOf({ payments }: Extract<PaymentLookup, { kind: "found" }>, query: AddressQuery): string {
  const asked = payments.find(({ transactionId }) => transactionId === firstOf(query, "refund"));
  if (asked !== undefined) {
    const [again, request] = [firstOf(query, "again"), firstOf(query, "request")];
    return paths.refundForm({ ...asked, again: again || undefined, request: request || undefined });
  }
  const [latest] = payments;
  return latest === undefined ? paths.payments() : paths.payment(latest.transactionId, latest.reference);
}

async function list(ctx: Ctx, query: AddressQuery) {
  const zone = await currentTimeZone();
  const formZone = firstOf(query, "zone");
  const { filter, faults } = readPaymentFilter(query, isTimeZone(formZone) ? formZone : zone);
  // The form submits local times and empty fields; the canonical address has exact instants and only the fields set.
  const columns = readAddressColumns("payments", firstOf(query, "columns"));
  const typed = firstOf(query, "typed").trim();
  const { given, unknown } = readTypedFilter(typed, await paymentGrammar({ isByKind: true }));
  if (typed !== "" && unknown.length === 0)
    return redirectTo(paths.paymentList({ ...withTyped(query, given), zone }));
  if (formZone !== "" && faults.length === 0)
    return redirectTo(paths.paymentList(listQuery({ columns }, filter)));

  const cursor = firstOf(query, "cursor");
  const request = {
    query,
    filter,
    faults,
    cursor: cursor === "" ? null : cursor,
    zone,
    columns,
    refused: unknown.length > 0 ? { text: typed, unknown } : null,
  };
  const reading = readPaymentList(ctx, request);
  const quick = await valueWithin(reading, SKELETON_AFTER_MS);
  const content = (
    <>
      <KeepTimeZone used={zone} />
      {/* Other columns show the same list: a selection of its rows stays. */}
      <StreamIfSlow
        key={paths.paymentList({ ...query, columns: undefined })}
        isSlow={quick === null}
        fallback={<ListSkeleton />}
      >
        <PaymentList request={request} role={ctx.actor.role} view={reading} />
      </StreamIfSlow>
    </>
  );
  return {
    content,
    tabs: <PaymentTabs here={faults.length === 0 ? filter : null} stuck={countStuckForNavigation(ctx)} />,
  };
}

function firstOf(query: AddressQuery, name: string): string {
  const value = query[name];
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}
