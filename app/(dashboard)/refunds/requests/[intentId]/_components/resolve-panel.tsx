"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { CopyLink } from "@/components/ui/copy-link";
import { Panel } from "@/components/ui/panel";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { ResolveForm } from "./resolve-form";
import type { ResolveEnd } from "./use-resolve";
import { EndNotice } from "./resolve-notices";

/** The decision on an unknown outcome; afterwards shows the result. */
export function ResolvePanel({ intent, mayResolve }: { intent: RefundIntentView; mayResolve: boolean }) {
  const t = useTranslations("refunds.settle");
  const router = useRouter();
  const [end, setEnd] = useState<ResolveEnd | null>(null);

  if (end !== null) return <EndNotice end={end} />;
  if (intent.state !== "UNKNOWN") return null;
  return (
    <Panel title={t("which")}>
      {mayResolve ? (
        <ResolveForm
          intent={intent}
          onEnd={(reached) => {
            setEnd(reached);
            router.refresh();
          }}
        />
      ) : (
        <div className="space-y-2 text-sm text-ink-muted">
          <p>{t("onlyFinance")}</p>
          <CopyLink href={paths.refundIntent(intent.intentId)} />
        </div>
      )}
    </Panel>
  );
}
