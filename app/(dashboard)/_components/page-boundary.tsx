"use client";

import { catchError, type ErrorInfo } from "next/error";
import { PageError } from "@/components/ui/page-error";

/** Inside the frame, so that the navigation stays usable. A retry fetches the page from the server again. */
export const PageBoundary = catchError(function PageFailed(_: object, { error, retry }: ErrorInfo) {
  return <PageError error={error} onTryAgain={retry} />;
});
