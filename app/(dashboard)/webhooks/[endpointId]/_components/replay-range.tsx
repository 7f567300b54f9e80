"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { replayDeliveriesAction } from "@/app/(dashboard)/webhooks/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { Checkbox, TextField } from "@/components/ui/controls";
import { instantOfLocal } from "@/components/ui/local-time";

type ReplayRangeProps = { endpointId: string; onReplayed: (count: number) => void; onClose: () => void };

/** Replays the deliveries of a period; afterwards shows how many. */
export function ReplayRange({ endpointId, onReplayed, onClose }: ReplayRangeProps) {
  const t = useTranslations("webhooks");
  const action = useAction(replayDeliveriesAction);
  const [span, setSpan] = useState({ from: "", until: "" });
  const [onlyFailed, setOnlyFailed] = useState(true);
  const [isMissing, setIsMissing] = useState(false);
  const field = (end: "from" | "until", label: string) => (
    <TextField
      type="datetime-local"
      label={label}
      value={span[end]}
      hint={t("replayZone")}
      error={isMissing && span[end] === "" ? t("replayTimesMissing") : faultOf(action, end)}
      onChange={({ target }) => setSpan({ ...span, [end]: target.value })}
    />
  );
  return (
    <FormDialog
      title={t("replayRangeTitle")}
      keep={t("replayRangeKeep")}
      confirm={t("replayRangeDo")}
      action={action}
      input={() => {
        const [from, until] = [instantOfLocal(span.from), instantOfLocal(span.until)];
        setIsMissing(from === null || until === null);
        return from === null || until === null ? null : { endpointId, from, until, onlyFailed };
      }}
      fields={["from", "until"]}
      whenUnknown={t("whenUnknownReplay")}
      onDone={({ replayed }) => onReplayed(replayed)}
      onClose={onClose}
    >
      <p>{t("replayRangeBody")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {field("from", t("replayFrom"))}
        {field("until", t("replayUntil"))}
      </div>
      <Checkbox
        label={t("replayOnlyFailed")}
        checked={onlyFailed}
        onChange={({ target }) => setOnlyFailed(target.checked)}
      />
    </FormDialog>
  );
}
