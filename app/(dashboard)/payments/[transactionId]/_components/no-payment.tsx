"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { EmptyState } from "@/components/ui/empty-state";
import { useAddress } from "@/components/ui/page-account";
import { Panel } from "@/components/ui/panel";
import { paths } from "@/lib/paths";

/** Shown only when the service itself responded that there is no such payment. */
export function PaymentNotFound({ transactionId }: { transactionId: string }) {
  const t = useTranslations("payment");
  return (
    <EmptyState
      title={t("notFound.title")}
      actions={
        <Link href={paths.payments()} className={buttonClass("primary", "sm")}>
          {t("notFound.search")}
        </Link>
      }
    >
      <p className="wrap-anywhere">{t("notFound.body", { id: transactionId })}</p>
    </EmptyState>
  );
}

/**
 * Asks for the merchant reference, by which a service without the ops extension looks up a payment; keeps the address.
 */
export function NeedsReference({ transactionId }: { transactionId: string }) {
  const t = useTranslations("payment");
  const common = useTranslations("common");
  return (
    <Panel title={t("needsReference.title")}>
      <p className="mb-3 max-w-prose text-sm wrap-anywhere text-ink-muted">
        {t("needsReference.body", { id: transactionId })}
      </p>
      <form method="get" action={useAddress(paths.payment(transactionId))} className="max-w-md space-y-3">
        <TextField label={common("reference")} name="reference" required dir="auto" autoComplete="off" />
        <Button isPlain type="submit" variant="primary">
          {t("needsReference.open")}
        </Button>
      </form>
    </Panel>
  );
}
