"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import type { OpenCustomerOutcome } from "@/lib/payments/customer-view";
import { openCustomerAction } from "../actions";

type Problem = Exclude<OpenCustomerOutcome, { kind: "opens" }> | { kind: "lost" };

/** Opens all payments of the customer by POST, so that no address contains the contact. */
export function OpenCustomer({ transactionId }: { transactionId: string }) {
  const t = useTranslations("payment.contact.customer");
  const router = useRouter();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isOpening, startOpening] = useTransition();
  const isPending = useRef(false);

  const open = (): void => {
    if (isPending.current) return;
    isPending.current = true;
    setProblem(null);
    startOpening(async () => {
      const outcome = await openCustomerAction({ transactionId }).catch(() => ({ kind: "lost" }) as const);
      isPending.current = false;
      startOpening(() => {
        if (outcome.kind === "opens") router.push(paths.customer(outcome.customerId));
        else setProblem(outcome);
      });
    });
  };

  return (
    <div className="mt-2.5 space-y-3">
      <Button variant="link" size="sm" busy={isOpening} onClick={open} className="-ml-2.5">
        {t("open")}
      </Button>
      {problem !== null && <ProblemNotice problem={problem} />}
    </div>
  );
}

function ProblemNotice({ problem }: { problem: Problem }) {
  const t = useTranslations("payment.contact.customer");
  switch (problem.kind) {
    case "trouble":
      return <ServiceErrorNotice trouble={problem.trouble} />;
    case "signed_out":
      return <SignedOut />;
    case "no_contact":
      return <Notice tone="info" role="alert" title={t("noContact")} />;
    case "not_found":
      return <Notice tone="warning" role="alert" title={t("notFound")} />;
    case "not_offered":
      return <Notice tone="info" role="alert" title={t("notOffered")} />;
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t("forbidden")} />;
    case "lost":
      return <Notice tone="warning" role="alert" title={t("lost")} />;
  }
}
