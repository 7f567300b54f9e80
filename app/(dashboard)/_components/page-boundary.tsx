"use client";

import { catchError, type ErrorInfo } from "next/error";
import { PageError } from "@/components/ui/page-error";

/** Inside the frame: the navigation stays in reach. Trying again asks the server for the page anew. */
export const PageBoundary = catchError(function PageFailed(_: object, { error, retry }: ErrorInfo) {
  return <PageError error={error} onTryAgain={retry} />;
});
