"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";
import { ReplayTrial } from "./replay-trial";
import { SampleTrial } from "./sample-trial";

type TryPanelProps = {
  rules: readonly WireRule[];
  onFaults: (faults: readonly OpsFault[]) => void;
};

/** Two ways to test rules before saving; each keeps its input while the other is shown. */
export function TryPanel(props: TryPanelProps) {
  const t = useTranslations("rules.trial");
  const [way, setWay] = useState<"sample" | "replay">("sample");
  return (
    <Panel title={t("title")}>
      <p className="mb-3 text-sm text-ink-muted">{t("about")}</p>
      <div className="mb-4 flex">
        <Segmented
          legend={t("title")}
          name="way"
          options={[
            { value: "sample", label: t("sample") },
            { value: "replay", label: t("replay") },
          ]}
          value={way}
          onChoose={setWay}
        />
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
