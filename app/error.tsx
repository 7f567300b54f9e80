"use client";

import { PageError } from "@/components/ui/page-error";

type ErrorProps = { error: Error & { digest?: string } };

/** Outside the frame, which may be what failed: only a whole new page is sure to help. */
export default function AppError({ error }: ErrorProps) {
  return (
    <main className="px-4">
      <PageError digest={error.digest} onTryAgain={() => window.location.reload()} />
    </main>
  );
}
