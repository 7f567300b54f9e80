"use client";

import { useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";

/** Reads the page again, where a read failed. */
export function TryAgain() {
  const t = useTranslations("common");
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  return (
    <Button size="sm" busy={isReading} onClick={() => startReading(() => router.refresh())}>
      {t("tryAgain")}
    </Button>
  );
}
