import type { Metadata } from "next";
import { NoteList } from "@/app/(dashboard)/_components/notes/note-list";
import { PaymentsTable } from "@/app/(dashboard)/payments/_components/list/payments-table";
import { ContactPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/contact-panel";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { PageHeader } from "@/components/ui/page-header";
import type { CustomerView } from "@/lib/payments/customer-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { showColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { listNotesOfPayments } from "@/server/dashboard/notes/queries/list-notes";
import { viewCustomer } from "@/server/dashboard/payments/queries/view-customer";
import { CustomerSummary } from "./_components/customer-summary";
import { OpenRefunds } from "./_components/open-refunds";

type CustomerPageProps = { params: Promise<{ customerId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("customer");
  return { title: t("title") };
}

/** All payments of a customer with their totals, open refunds and notes. The contact is in no address (decision 0110). */
export default async function CustomerPage({ params }: CustomerPageProps) {
  const { customerId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.customer(customerId));
  const view = await orForbidden(viewCustomer(ctx, customerId));
  const t = await translator("customer");
  if (view === null) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Forbidden role={ctx.actor.role} permission="view_payments" />
      </>
    );
  }
  return (
    <Messages areas={["customer", "payment", "payments"]}>
      <PageHeader
        title={t("title")}
        {...(view.kind === "found" && {
          back: {
            href: paths.payment(view.transactionId),
            label: view.transactionId,
          },
          about: t(view.isSeenOnly ? "aboutSeen" : "about", { id: view.transactionId }),
        })}
      />
      {view.kind === "found" ? <Customer ctx={ctx} view={view} /> : <NoCustomer view={view} />}
    </Messages>
  );
}

async function Customer({ ctx, view }: { ctx: Ctx; view: Extract<CustomerView, { kind: "found" }> }) {
  const [t, ofPayment] = await Promise.all([translator("customer"), translator("payment")]);
  const notes = await listNotesOfPayments(
    ctx,
    view.payments.map(({ transactionId }) => transactionId),
  );
  return (
    <div className="space-y-4">
      {view.isSeenOnly && (
        <Notice tone="info" title={t("seen.title")}>
          <p>{t("seen.body")}</p>
        </Notice>
      )}
      <LastSeen payments={view.payments} />
      {view.isTruncated && <Notice tone="warning" title={t("truncated", { n: view.payments.length })} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <CustomerSummary {...view} />
        {view.masked === null ? (
          <Panel title={ofPayment("contact.title")}>
            <p className="text-sm text-ink-muted">{t("seen.contact")}</p>
          </Panel>
        ) : (
          <ContactPanel transactionId={view.transactionId} masked={view.masked} isCustomerLinked={false} />
        )}
      </div>
      {view.openRefunds.length > 0 && <OpenRefunds refunds={view.openRefunds} />}
      <section>
        <h2 className="mb-2 text-base font-semibold">{t("payments")}</h2>
        <PaymentsTable payments={view.payments} columns={showColumns("payments", null)} />
      </section>
      {notes.length > 0 && (
        <section>
          <h2 className="mb-2 text-base font-semibold">{t("notes")}</h2>
          <NoteList notes={notes} />
        </section>
      )}
    </div>
  );
}

/** The payments of which the service gave no response just now. */
async function LastSeen({ payments }: { payments: readonly PaymentListItem[] }) {
  const t = await translator("customer");
  const shown = payments.filter(({ seenAt }) => seenAt !== undefined);
  const [oldest] = shown.flatMap(({ seenAt }) => seenAt ?? []).sort();
  if (oldest === undefined) return null;
  return (
    <Notice tone="warning" title={t("lastSeen.title", { n: shown.length })}>
      <p>
        {t.rich("lastSeen.body", {
          ids: () => <bdi>{shown.map(({ transactionId }) => transactionId).join(", ")}</bdi>,
          at: () => <Time iso={oldest} />,
        })}
      </p>
    </Notice>
  );
}

async function NoCustomer({ view }: { view: Exclude<CustomerView, { kind: "found" }> }) {
  const t = await translator("customer");
  switch (view.kind) {
    case "service_error":
      return <ServiceErrorNotice serviceError={view.serviceError} />;
    case "expired":
      return (
        <EmptyState
          title={t("expired.title")}
          actions={
            <Link href={paths.payments()} className={buttonClass("secondary", "sm")}>
              {t("expired.back")}
            </Link>
          }
        >
          {t("expired.body")}
        </EmptyState>
      );
  }
}
