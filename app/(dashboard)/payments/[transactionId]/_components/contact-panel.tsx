"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { fetchOutcome } from "@/components/live/fetch-view";
import { usePageRead } from "@/components/live/use-page-read";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { ContactView } from "@/lib/payments/contact-view";
import type { RevealOutcome } from "@/lib/payments/payment-detail-view";
import { ContactProblem } from "./contact-problem";
import { OpenCustomer } from "./open-customer";
import { Fact, SideFacts } from "./payment-facts";

type Problem = Exclude<RevealOutcome, { kind: "revealed" }> | { kind: "lost" };

const PARTS = ["name", "email", "phone"] as const;

type ContactPanelProps = {
  transactionId: string;
  masked: ContactView;
  /** False on the customer's own page. */
  isCustomerLinked?: boolean;
};

/** The contact arrives masked; the revealed one is state of this component only. */
export function ContactPanel({ transactionId, masked, isCustomerLinked = true }: ContactPanelProps) {
  const t = useTranslations("payment.contact");
  const [revealed, setRevealed] = useState<ContactView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isReading: isAsking, read } = usePageRead();

  const reveal = async (): Promise<void> => {
    if (isAsking) return;
    setProblem(null);
    const outcome = await read((signal) => ask(transactionId, signal));
    if (outcome?.kind === "revealed") setRevealed(outcome.contact);
    else setProblem(outcome);
  };

  const shown = revealed ?? masked;
  const parts = PARTS.flatMap((part) => {
    const value = shown[part];
    return value === null ? [] : [{ part, value }];
  });
  if (parts.length === 0) {
    return (
      <Panel title={t("title")}>
        <p className="text-sm text-ink-muted">{t("none")}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t("title")}
      aside={
        revealed === null ? (
          <Button size="sm" busy={isAsking} icon={<Eye aria-hidden className="size-3.5" />} onClick={reveal}>
            {t("reveal")}
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<EyeOff aria-hidden className="size-3.5" />}
            onClick={() => setRevealed(null)}
          >
            {t("hide")}
          </Button>
        )
      }
    >
      <div aria-live="polite">
        <SideFacts>
          {parts.map(({ part, value }) => (
            <Fact key={part} name={t(part)}>
              <ForeignText>{value}</ForeignText>
            </Fact>
          ))}
        </SideFacts>
        <p className="mt-2.5 text-xs text-ink-muted">{t(revealed === null ? "why" : "shown")}</p>
      </div>
      {isCustomerLinked && (masked.email !== null || masked.phone !== null) && (
        <OpenCustomer transactionId={transactionId} />
      )}
      {problem !== null && (
        <div className="mt-3">
          <ContactProblem
            problem={problem}
            texts={{
              not_found: t("notFound"),
              not_offered: t("notOffered"),
              forbidden: t("forbidden"),
              lost: t("lost"),
            }}
          />
        </div>
      )}
    </Panel>
  );
}

async function ask(transactionId: string, signal: AbortSignal): Promise<RevealOutcome | { kind: "lost" }> {
  try {
    return await fetchOutcome<RevealOutcome>(paths.api.contact(transactionId), signal, "");
  } catch {
    return { kind: "lost" };
  }
}
