import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";

type NothingOnPageProps = {
  /** Where the search goes on; null when it is complete. */
  older: string | null;
  /** Null on the first page. */
  newest: string | null;
};

/** A page without a payment that is not the only one: each page searches a limited number (decision 0324). */
export async function NothingOnPage({ older, newest }: NothingOnPageProps) {
  const t = await translator("payments");
  const what = older === null ? "noOlder" : "noneYet";
  return (
    <EmptyState
      title={t(`list.${what}.title`)}
      actions={
        <>
          {older !== null && (
            <Link href={older} className={buttonClass("primary", "sm")}>
              {t("list.noneYet.searchOlder")}
            </Link>
          )}
          {newest !== null && (
            <Link href={newest} className={buttonClass("secondary", "sm")}>
              {t("list.newest")}
            </Link>
          )}
        </>
      }
    >
      {t(`list.${what}.body`)}
    </EmptyState>
  );
}
