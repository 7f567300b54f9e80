"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { resetGatewayAction } from "@/app/(dashboard)/gateways/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";

/** Puts a skipped gateway back in use, after a confirmation; the outcome stays on the page. */
export function ResetGateway({ gateway, isSkipped }: { gateway: string; isSkipped: boolean }) {
  const t = useTranslations("gateways");
  const router = useRouter();
  const action = useAction(resetGatewayAction);
  const [isAsking, setIsAsking] = useState(false);
  const [isDone, setIsDone] = useState(false);

  return (
    <>
      {isDone && !isSkipped && (
        <span role="status" className="text-sm text-success">
          {t("resetDone", { gateway })}
        </span>
      )}
      {isSkipped && (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden className="size-3.5" />}
          aria-label={t("resetOf", { gateway })}
          onClick={() => {
            action.clear();
            setIsAsking(true);
          }}
        >
          {t("reset")}
        </Button>
      )}
      {isAsking && (
        <ConfirmAction
          title={t("resetTitle", { gateway })}
          keep={t("resetKeep")}
          confirm={t("reset")}
          action={action}
          input={{ gateway }}
          whenUnknown={t("whenUnknown")}
          onDone={() => {
            setIsAsking(false);
            setIsDone(true);
            router.refresh();
          }}
          onClose={() => {
            setIsAsking(false);
            router.refresh();
          }}
        >
          <p>{t("resetBody")}</p>
          <p>{t("resetRisk")}</p>
        </ConfirmAction>
      )}
    </>
  );
}
