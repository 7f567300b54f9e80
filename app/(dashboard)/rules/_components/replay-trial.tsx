"use client";

import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { ActionNotice } from "@/components/actions/action-notice";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { isRuleFault } from "./faults";
import { ReplayResult } from "./replay-result";
import { useTrial, whyNoTrial } from "./use-trial";

const LISTED = 50;

/** Where the merchant's last payments would go with these rules: how many differ, and which. */
export function ReplayTrial(props: {
  rules: readonly WireRule[];
  onFaults: (faults: readonly OpsFault[]) => void;
}) {
  const t = useTranslations("rules.trial");
  const { rules, onFaults } = props;
  const [count, setCount] = useState("100");
  const trial = useTrial<OpsArguments<"rules.replay">, OpsResult<"rules.replay">>(paths.api.replayRules());
  const outcome = trial.result?.outcome ?? null;
  const undone = outcome === null ? null : whyNoTrial(outcome);
  const faults = outcome?.kind === "refused" ? outcome.faults : [];

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const wanted = /^[0-9]{1,6}$/.test(count) ? parseInt(count, 10) : 0;
    const answered = await trial.run({ count: wanted, limit: LISTED, rules: [...rules] }, rules);
    onFaults(answered?.kind === "refused" ? answered.faults : []);
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-3">
        <TextField
          label={t("count")}
          inputMode="numeric"
          value={count}
          hint={t("countHint")}
          error={faults.find(({ field }) => field === "count")?.text}
          onChange={({ target }) => setCount(target.value)}
        />
        <Button type="submit" busy={trial.isAsking}>
          {t("runReplay")}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 space-y-3">
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={null}
            isAtField={(fault) => isRuleFault(fault) || fault.field === "count"}
          />
        )}
        {outcome?.kind === "found" && (
          <ReplayResult
            replayed={outcome.value}
            rules={trial.result?.rules ?? []}
            isStale={trial.result?.rules !== rules}
          />
        )}
      </div>
    </>
  );
}
