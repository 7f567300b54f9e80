"use client";

import { useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { fetchOutcome } from "@/components/live/fetch-view";
import { usePageRead } from "@/components/live/use-page-read";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { OpenCustomerOutcome } from "@/lib/payments/customer-view";
import { ContactProblem } from "./contact-problem";

type Problem = Exclude<OpenCustomerOutcome, { kind: "opens" }> | { kind: "lost" };

/** Opens all payments of the customer by POST, so that no address contains the contact. */
export function OpenCustomer({
  transactionId,
  isSeenOnly = false,
}: {
  transactionId: string;
  /** Only the customer's payments that were created here can be found (decision 0329). */
  isSeenOnly?: boolean;
}) {
  const t = useTranslations("payment.contact.customer");
  const router = useRouter();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isReading, read } = usePageRead();
  const [isOpening, startOpening] = useTransition();
  const isBusy = isReading || isOpening;

  const open = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(null);
    const outcome = await read((signal) =>
      fetchOutcome<OpenCustomerOutcome>(paths.api.customer(transactionId), signal, "").catch(
        () => ({ kind: "lost" }) as const,
      ),
    );
    if (outcome?.kind === "opens") startOpening(() => router.push(paths.customer(outcome.customerId)));
    else setProblem(outcome);
  };

  return (
    <div className="mt-2.5 space-y-3">
      <Button variant="link" size="sm" busy={isBusy} onClick={open} className="-ml-2.5">
        {t(isSeenOnly ? "openSeen" : "open")}
      </Button>
      {problem !== null && (
        <ContactProblem
          problem={problem}
          texts={{
            no_contact: t("noContact"),
            not_seen: t("notSeen"),
            not_found: t("notFound"),
            not_offered: t("notOffered"),
            forbidden: t("forbidden"),
            lost: t("lost"),
          }}
        />
      )}
    </div>
  );
}
