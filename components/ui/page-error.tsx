"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "./button";

type PageErrorProps = {
  /** The thrown error. A server error has a digest, which identifies it in the server's log. */
  error: unknown;
  onTryAgain: () => void;
};

/** A page that failed to render. Something may have been sent just before, so it makes no claim about outcomes. */
export function PageError({ error, onTryAgain }: PageErrorProps) {
  const t = useTranslations("pageError");
  const digest = digestOf(error);
  return (
    <div role="alert" className="mx-auto max-w-prose py-16 text-center">
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      <p className="mt-2 mb-5 text-ink-muted">
        {t("body")}{" "}
        {digest !== undefined && (
          <>
            {t("code")} <code className="font-mono text-ink">{digest}</code>
          </>
        )}
      </p>
      <Button variant="primary" onClick={onTryAgain}>
        {t("tryAgain")}
      </Button>
    </div>
  );
}

function digestOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}
