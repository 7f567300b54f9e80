import type { Metadata } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-2 px-4 text-center">
      <h1 className="text-xl font-semibold">There is no page at this address</h1>
      <p className="mb-3 max-w-prose text-ink-muted">
        The link may be cut off or out of date. Nothing was changed.
      </p>
      <Link href={paths.payments()} className={buttonClass("primary")}>
        Go to payments
      </Link>
    </main>
  );
}
