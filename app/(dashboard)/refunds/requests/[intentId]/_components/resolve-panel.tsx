"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CopyLink } from "@/components/ui/copy-link";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { ResolveDialog } from "./resolve-dialog";
import type { ResolveEnd } from "./use-resolve";
import { EndNotice } from "./resolve-notices";

/** Opens the dialog to resolve an unknown outcome manually; afterwards shows the result. */
export function ResolvePanel({ intent, mayResolve }: { intent: RefundIntentView; mayResolve: boolean }) {
  const t = useTranslations("refunds.settle");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [end, setEnd] = useState<ResolveEnd | null>(null);

  if (end !== null) return <EndNotice end={end} />;
  if (intent.state !== "UNKNOWN") return null;
  if (!mayResolve)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
        <p>{t("onlyFinance")}</p>
        <CopyLink href={paths.refundIntent(intent.intentId)} />
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => setIsOpen(true)}>{t("open")}</Button>
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">{t("about")}</p>
      {isOpen && (
        <ResolveDialog
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
