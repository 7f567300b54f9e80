"use client";

import { catchError, type ErrorInfo } from "next/error";
import { PageError } from "@/components/ui/page-error";

/** Outside the frame, which may be what failed: only a full page load is sure to help. */
export const AppBoundary = catchError(function AppFailed(_: object, { error }: ErrorInfo) {
  return (
    <main className="px-4">
      <PageError error={error} onTryAgain={() => window.location.reload()} />
    </main>
  );
});
