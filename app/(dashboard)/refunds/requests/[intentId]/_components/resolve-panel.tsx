"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { SettleDialog } from "./resolve-dialog";
import type { SettleEnd } from "./resolve-end";
import { EndNotice } from "./resolve-notices";

/** The way to settle by hand while the outcome is unknown; afterwards, what came of it stays here. */
export function SettlePanel({ intent, maySettle }: { intent: RefundIntentView; maySettle: boolean }) {
  const t = useTranslations("refunds.settle");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [end, setEnd] = useState<SettleEnd | null>(null);

  if (end !== null) return <EndNotice end={end} />;
  if (intent.state !== "UNKNOWN") return null;
  if (!maySettle) return <p className="text-sm text-ink-muted">{t("onlyFinance")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => setIsOpen(true)}>{t("open")}</Button>
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">{t("about")}</p>
      {isOpen && (
        <SettleDialog
          intent={intent}
          onClose={() => setIsOpen(false)}
          onEnd={(reached) => {
            setIsOpen(false);
            setEnd(reached);
            router.refresh();
          }}
        />
      )}
    </div>
  );
}
