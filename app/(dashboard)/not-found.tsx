import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";

/** Stays within the frame, so that the navigation is available. */
export default async function NotFound() {
  const t = await translator("common");
  return (
    <>
      <PageHeader title={t("notFound.tab")} />
      <EmptyState
        title={t("notFound.title")}
        actions={
          <Link href={paths.payments()} className={buttonClass("primary", "sm")}>
            {t("notFound.toPayments")}
          </Link>
        }
      >
        {t("notFound.body")}
      </EmptyState>
    </>
  );
}
