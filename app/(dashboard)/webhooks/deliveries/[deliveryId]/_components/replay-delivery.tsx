"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { replayDeliveryAction } from "@/app/(dashboard)/webhooks/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";

/** Replays a delivery. It has the same id, so a merchant that stores ids processes it once: no confirmation needed. */
export function ReplayDelivery({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations("webhooks.delivery");
  const router = useRouter();
  const { outcome, isSending, send } = useAction(replayDeliveryAction);
  return (
    <div className="mt-4 space-y-3">
      <Button
        size="sm"
        icon={<RotateCw aria-hidden className="size-3.5" />}
        busy={isSending}
        onClick={async () => {
          await send({ deliveryId });
          router.refresh();
        }}
      >
        {t("replay")}
      </Button>
      {outcome?.kind === "done" && <Notice tone="success" role="status" title={t("replayed")} />}
      {outcome !== null && outcome.kind !== "done" && (
        <ActionNotice outcome={outcome} whenUnknown={t("whenUnknown")} />
      )}
    </div>
  );
}
