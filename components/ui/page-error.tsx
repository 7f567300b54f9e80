"use client";

import { Button } from "./button";

type PageErrorProps = {
  /** Names the failure in the server's log; there is none for a failure in the browser. */
  digest: string | undefined;
  onTryAgain: () => void;
};

/** A page that could not be shown. It reads only, so nothing has happened to any money. */
export function PageError({ digest, onTryAgain }: PageErrorProps) {
  return (
    <div role="alert" className="mx-auto max-w-prose py-16 text-center">
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="mt-2 mb-5 text-ink-muted">
        Something went wrong in Paydeck while reading it. Nothing was changed and no money moved because of
        it. If it stays this way, tell an administrator
        {digest === undefined ? (
          "."
        ) : (
          <>
            {" "}
            the code <code className="font-mono text-ink">{digest}</code>.
          </>
        )}
      </p>
      <Button variant="primary" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  );
}
