import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { RefreshWhile } from "@/components/live/refresh-while";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { listRefunds } from "@/server/dashboard/queries/list-refunds";
import { intentCanChange } from "./_components/intent-can-change";
import { RefundsTable } from "./_components/refunds-table";

export const metadata: Metadata = { title: "Refunds" };

type RefundsPageProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export default async function RefundsPage({ searchParams }: RefundsPageProps) {
  const { cursor: given } = await searchParams;
  const cursor = typeof given === "string" ? given : undefined;
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.refunds(cursor)));

  const { refunds, nextCursor } = await listRefunds(ctx, cursor === undefined ? {} : { cursor });
  return (
    <>
      <h1 className="text-xl font-semibold">Refunds</h1>
      <p className="mt-1 mb-4 text-sm text-ink-muted">Asked for in Paydeck, newest first.</p>
      {refunds.length === 0 ? (
        <NoRefunds isFirstPage={cursor === undefined} />
      ) : (
        <RefundsTable refunds={refunds} />
      )}
      <nav aria-label="Pages" className="mt-4 flex justify-between gap-2">
        {cursor !== undefined && (
          <Link href={paths.refunds()} className={buttonClass("secondary", "sm")}>
            Newest
          </Link>
        )}
        {nextCursor !== null && (
          <Link href={paths.refunds(nextCursor)} className={`${buttonClass("secondary", "sm")} ml-auto`}>
            Older
          </Link>
        )}
      </nav>
      <RefreshWhile isOpen={refunds.some(intentCanChange)} seed={ctx.actor.userId} />
    </>
  );
}

function NoRefunds({ isFirstPage }: { isFirstPage: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-8 text-center">
      <p className="font-medium">{isFirstPage ? "No refunds yet" : "No older refunds"}</p>
      <p className="mx-auto mt-1 mb-4 max-w-prose text-sm text-ink-muted">
        A refund begins at its payment: look the order up, then press Refund on the record that was paid.
      </p>
      <Link href={paths.payments()} className={buttonClass("primary", "sm")}>
        Find a payment
      </Link>
    </div>
  );
}
