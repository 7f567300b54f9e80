import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { showColumns, type ShownColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import type { SeenListView } from "@/lib/payments/payment-list-views";
import { PaymentsTable } from "./payments-table";

/** Payments that Paydeck has seen at a service without a list (decision 0329). */
export async function SeenList({ seen }: { seen: SeenListView | null }) {
  const t = await translator("payments");
  return (
    <>
      <p className="mb-6 max-w-prose text-ink-muted">{t("seenList.hint")}</p>
      {seen === null ? (
        <EmptyState
          title={t("seenList.filtered.title")}
          actions={
            <Link href={paths.payments()} className={buttonClass("secondary", "sm")}>
              {t("seenList.filtered.show")}
            </Link>
          }
        >
          {t("seenList.filtered.body")}
        </EmptyState>
      ) : (
        <SeenPage seen={seen} />
      )}
    </>
  );
}

async function SeenPage({ seen }: { seen: SeenListView }) {
  const t = await translator("payments");
  const { payments, nextCursor, isFirstPage } = seen;
  if (payments.length === 0 && isFirstPage)
    return <EmptyState title={t("seenList.empty.title")}>{t("seenList.empty.body")}</EmptyState>;
  return (
    <section aria-labelledby="seen-payments">
      <h2 id="seen-payments" className="text-base font-semibold">
        {t("seenList.title")}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-ink-muted">{t("seenList.about")}</p>
      <PaymentsTable payments={payments} columns={SHOWN} />
      <Pager
        label={t("list.pages")}
        first={isFirstPage ? null : { href: paths.payments(), label: t("list.newest") }}
        next={
          nextCursor === null
            ? null
            : { href: paths.paymentList({ cursor: nextCursor }), label: t("list.older") }
        }
      />
    </section>
  );
}

/** The specification's answers name neither the method nor the gateway. */
const SHOWN = withoutRoute(showColumns("payments", null));

function withoutRoute(shown: ShownColumns): ShownColumns {
  return { ...shown, ids: shown.ids.filter((id) => id !== "method" && id !== "gateway") };
}
