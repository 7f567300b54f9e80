"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { claimEarlierServiceAction } from "@/app/(dashboard)/keys/actions";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { ClaimOutcome, EarlierService } from "@/lib/accounts/earlier-services";

/** Payment services that were used under other addresses; each can be said to be the one in use, which is then proved. */
export function EarlierServices({ services }: { services: readonly EarlierService[] }) {
  const t = useTranslations("keys.earlier");
  return services.map((service) => (
    <Notice key={service.address} tone="warning" title={t("title", { address: service.address })}>
      <p>
        {t("body", { openRefunds: service.openRefunds })} {t("usedAt")} <Time iso={service.usedAt} />
      </p>
      <Claim address={service.address} />
    </Notice>
  ));
}

function Claim({ address }: { address: string }) {
  const t = useTranslations("keys.earlier");
  const router = useRouter();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<ClaimOutcome | { kind: "cut_off" } | null>(null);
  const claim = async (): Promise<void> => {
    setIsSending(true);
    const answered = await claimEarlierServiceAction({ address }).catch(() => ({ kind: "cut_off" }) as const);
    setIsSending(false);
    setOutcome(answered);
    if (answered.kind === "done") router.refresh();
  };
  return (
    <>
      <Button size="sm" busy={isSending} onClick={claim}>
        {t("claim")}
      </Button>
      {outcome?.kind === "signed_out" && <SignedOut />}
      {outcome !== null && outcome.kind !== "signed_out" && (
        <p role={outcome.kind === "done" ? "status" : "alert"}>
          <Sentence>{t(`outcome.${outcome.kind}`)}</Sentence>
        </p>
      )}
    </>
  );
}
