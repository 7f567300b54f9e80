"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { DashboardError, SignedOutError } from "./fetch-view";

/**
 * Why a look brought no view at all; what is on the screen is the last thing known. `onRetry` where nothing looks again by
 * itself.
 */
export function LookFailedNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  if (error instanceof SignedOutError) return <SignedOutNotice />;
  if (error instanceof DashboardError && error.status === 403) {
    return (
      <Notice tone="danger" role="alert" title="You may no longer see this">
        <p>Your role has changed. Nothing was changed here; ask an administrator if you need access.</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="alert"
      title="Paydeck can’t be reached"
      actions={
        onRetry === undefined ? undefined : (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>
        The connection to this site was lost. What you see may be out of date.
        {onRetry === undefined && " It is tried again by itself."}
      </p>
    </Notice>
  );
}

/** The way back leads to the very page the person was on. */
export function SignedOutNotice() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const here = search === "" ? pathname : `${pathname}?${search}`;
  return (
    <Notice
      tone="warning"
      role="alert"
      title="You have been signed out"
      actions={
        <a href={paths.login(here)} className={buttonClass("primary", "sm")}>
          Sign in again
        </a>
      }
    >
      <p>What you see may be out of date. Nothing further was sent; sign in to go on where you were.</p>
    </Notice>
  );
}
