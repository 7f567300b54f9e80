import { Children, type ReactNode } from "react";
import { CircleCheck, type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestionMark } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { Tool } from "@/components/ui/tool-bar";
import type { AuditStateView } from "@/lib/audit";
import { VerifyForm } from "./verify-form";

type ChainToolProps = {
  state: AuditStateView;
  seed: string;
  /** How commands are called here. */
  commandsHere: (text: ReactNode) => ReactNode;
};

/**
 * Whether the log is intact, when that was last verified, and the hash to store elsewhere. Initially open if it was
 * found altered.
 */
export async function ChainTool({ state, seed, commandsHere }: ChainToolProps) {
  const t = await translator("audit");
  const { head, latest } = state;
  const verdict = latest?.finished?.verdict;
  const isBroken = verdict !== undefined && verdict !== "whole";
  const icon: LucideIcon = isBroken ? ShieldAlert : verdict === "whole" ? ShieldCheck : ShieldQuestionMark;
  return (
    <Tool icon={icon} label={t("chain.title")} isOpen={isBroken}>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-2 text-sm">
          <p className="max-w-prose text-ink-muted">
            {t.rich("chain.about", {
              command: (text) => <code>{Children.map(text, commandsHere)}</code>,
            })}
          </p>
          <p className="font-medium">{t("chain.head")}</p>
          <CopyableId id={`${head.position}:${head.hash}`} what={t("chain.headWhat")} />
        </div>
        <div className="min-w-0 space-y-3 text-sm">
          <Verdict latest={latest} />
          <VerifyForm />
        </div>
      </div>
      <RefreshWhile isOpen={latest !== null && latest.finished === null} seed={seed} />
    </Tool>
  );
}

async function Verdict({ latest }: { latest: AuditStateView["latest"] }) {
  const t = await translator("audit");
  if (latest === null) return <p>{t("chain.never")}</p>;
  const { finished, newestRows } = latest;
  if (finished === null) return <Notice tone="info" role="status" title={t("chain.running")} />;
  const scope = newestRows === null ? t("chain.scopeAll") : t("chain.scopeNewest", { rows: newestRows });
  const words = t(`chain.verdict.${finished.verdict}`, {
    position: finished.position,
    expected: finished.expectedPosition ?? "",
  });
  const when = (
    <>
      {t("chain.checked", { scope })} · <Time iso={finished.at} />
    </>
  );
  if (finished.verdict === "whole") {
    return (
      <div className="flex gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <div>
          <p className="font-medium">{words}</p>
          <p className="text-ink-muted">{when}</p>
        </div>
      </div>
    );
  }
  return (
    <Notice tone="danger" role="alert" title={t("chain.broken")}>
      <p>{words}</p>
      <p>{t("chain.brokenAdvice")}</p>
      <p>{when}</p>
    </Notice>
  );
}
