"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { SampleTrial } from "./sample-trial";

/** Most people try a sample payment. */
const replayPart = lazyPart(() => import("./replay-trial").then((module) => module.ReplayTrial));

type TryPanelProps = {
  rules: readonly WireRule[];
  onFaults: (faults: readonly OpsFault[]) => void;
};

/** Two ways to test rules before saving; each keeps its input while the other is shown. */
export function TryPanel(props: TryPanelProps) {
  const t = useTranslations("rules.trial");
  const [way, setWay] = useState<"sample" | "replay">("sample");
  const [wasReplay, setWasReplay] = useState(false);
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
          onChoose={(chosen) => {
            setWay(chosen);
            if (chosen === "replay") setWasReplay(true);
          }}
        />
      </div>
      <div hidden={way !== "sample"}>
        <SampleTrial {...props} />
      </div>
      <div hidden={way !== "replay"}>{wasReplay && <Replay {...props} />}</div>
    </Panel>
  );
}

function Replay(props: TryPanelProps) {
  const part = useLazyPart(replayPart);
  if (part.kind === "ready") return <part.part {...props} />;
  if (part.kind === "failed") return <PartFailed onTryAgain={part.tryAgain} />;
  return <Skeleton className="h-28 w-full" />;
}
