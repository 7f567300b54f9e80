"use client";

import { useTranslations } from "use-intl/react";
import { claimEarlierServiceAction } from "@/app/(dashboard)/keys/actions";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { EarlierService } from "@/lib/accounts/earlier-services";

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
  const { sending, outcome, send } = useSend(claimEarlierServiceAction, CUT_OFF, ({ kind }) => {
    if (kind === "done") router.refresh();
  });
  return (
    <>
      <Button size="sm" busy={sending !== null} onClick={() => void send({ address })}>
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
