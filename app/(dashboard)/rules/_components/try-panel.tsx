"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Panel } from "@/components/ui/panel";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";
import { ReplayTrial } from "./replay-trial";
import { SampleTrial } from "./sample-trial";

type TryPanelProps = {
  rules: readonly WireRule[];
  onFaults: (faults: readonly OpsFault[]) => void;
};

/** Rules are tried before they are saved; both ways keep what was typed while the other is looked at. */
export function TryPanel(props: TryPanelProps) {
  const t = useTranslations("rules.trial");
  const [way, setWay] = useState<"sample" | "replay">("sample");
  return (
    <Panel title={t("title")}>
      <p className="mb-3 text-sm text-ink-muted">{t("about")}</p>
      <div role="group" aria-label={t("title")} className="mb-4 flex rounded border border-line-strong p-0.5">
        {(["sample", "replay"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={way === one}
            onClick={() => setWay(one)}
            className={cx(
              "min-h-7 grow rounded-sm px-2 text-sm font-medium",
              way === one ? "bg-accent-soft text-accent" : "text-ink-muted hover:text-ink",
            )}
          >
            {t(one)}
          </button>
        ))}
      </div>
      <div hidden={way !== "sample"}>
        <SampleTrial {...props} />
      </div>
      <div hidden={way !== "replay"}>
        <ReplayTrial {...props} />
      </div>
    </Panel>
  );
}
