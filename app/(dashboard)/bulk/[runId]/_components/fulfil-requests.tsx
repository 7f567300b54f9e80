"use client";

import { useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { fulfilBulkRequestsAction } from "@/app/(dashboard)/bulk/actions";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import type { BulkRunPage } from "@/lib/bulk";
import { OutcomeNotice } from "./outcome-notice";
import type { RunOutcome } from "./run-outcome";

type FulfilRequestsProps = { runId: string; asked: BulkRunPage["asked"] };

/** Answers all rows at once of which only is asked whether they fulfil the refund request of their payment, of the same amount. */
export function FulfilRequests({ runId, asked: { rows, sign } }: FulfilRequestsProps) {
  const t = useTranslations("bulk.confirm.all");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);
  const fulfil = (): void => {
    startTransition(async () => {
      const answered = await fulfilBulkRequestsAction({ runId, sign }).catch(
        () => ({ kind: "cut_off" }) as const,
      );
      startTransition(() => {
        setOutcome(answered);
        router.refresh();
      });
    });
  };
  return (
    <>
      {rows > 0 && (
        <Notice
          tone="info"
          title={t("title", { n: rows })}
          actions={
            <Button size="sm" busy={isPending} onClick={fulfil}>
              {t("submit", { n: rows })}
            </Button>
          }
        >
          <p>{t("body")}</p>
        </Notice>
      )}
      <OutcomeNotice outcome={outcome} />
    </>
  );
}
