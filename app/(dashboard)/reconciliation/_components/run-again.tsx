"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { startReconciliationAction } from "@/app/(dashboard)/reconciliation/actions";
import { FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import { MAX_RUN_DAYS } from "@/lib/reconciliation/views";

type RunAgainProps = {
  /** What the form starts with: UTC days. */
  from: string;
  until: string;
  gateway: string | null;
  gateways: readonly string[];
};

/** Starts a comparison of a range of days, with one gateway or all, and opens it. One form starts one. */
export function RunAgain(props: RunAgainProps) {
  const t = useTranslations("reconciliation");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<RotateCcw aria-hidden className="size-3.5" />} onClick={() => setIsOpen(true)}>
        {t("again.open")}
      </Button>
      {isOpen && <RunAgainForm {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RunAgainForm(props: RunAgainProps & { onClose: () => void }) {
  const t = useTranslations("reconciliation");
  const router = useRouter();
  const action = useAction(startReconciliationAction);
  const [requestId] = useState(() => crypto.randomUUID());
  const [from, setFrom] = useState(props.from);
  const [until, setUntil] = useState(props.until);
  const [gateway, setGateway] = useState(props.gateway ?? "");
  const [repairs, setRepairs] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const faults = action.outcome?.kind === "refused" ? action.outcome.faults : [];
  const errorOf = (name: string, value: string): string | undefined =>
    isTried && value === "" ? t("again.needed") : faults.find(({ field }) => field === name)?.text;
  return (
    <FormDialog
      title={t("again.title")}
      keep={t("again.keep")}
      confirm={t("again.start")}
      action={action}
      input={() => {
        setIsTried(true);
        if (from === "" || until === "") return null;
        return { requestId, from, until, gateway: gateway === "" ? null : gateway, repairs };
      }}
      fields={["from", "until", "gateway"]}
      whenUnknown={t("again.whenUnknown")}
      onDone={(run) => router.push(paths.reconciliationRun(run.run_id))}
      onClose={props.onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t("again.from")}
          hint={t("again.rangeHint", { max: MAX_RUN_DAYS })}
          value={from}
          error={errorOf("from", from)}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          type="date"
          label={t("again.until")}
          value={until}
          error={errorOf("until", until)}
          onChange={({ target }) => setUntil(target.value)}
        />
      </div>
      <SelectField
        label={t("again.gateway")}
        value={gateway}
        error={errorOf("gateway", "-")}
        options={[
          { value: "", label: t("list.allGateways") },
          ...props.gateways.map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ target }) => setGateway(target.value)}
      />
      <div>
        <Checkbox
          label={t("again.repair")}
          checked={repairs}
          onChange={({ target }) => setRepairs(target.checked)}
        />
        <p className="mt-1 text-xs text-ink-muted">{t("again.repairHint")}</p>
      </div>
    </FormDialog>
  );
}
