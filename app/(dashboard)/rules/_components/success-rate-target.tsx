"use client";

import { type ChangeEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { TextField } from "@/components/ui/controls";
import type { WireTarget } from "@/lib/contract/rules/target";
import { type Faults, faultAt } from "./faults";
import { GatewayList } from "./gateway-list";
import { wholeNumber } from "./whole-number";

/** The value of an empty field: 0 is a percentage. The service refuses it at this very field. */
const NO_PERCENT = -1;

type SuccessRateTargetProps = {
  target: Extract<WireTarget, { kind: "success_rate" }>;
  gateways: readonly string[] | null;
  faults: Faults;
  onChange: (target: WireTarget) => void;
};

/** The gateways of which the one is preferred that succeeds most often, and the limits of their shares. */
export function SuccessRateTarget({ target, gateways, faults, onChange }: SuccessRateTargetProps) {
  const t = useTranslations("rules.form");
  const put = (change: Partial<typeof target>): void => onChange({ ...target, ...change });
  const percent = (name: "floor_percent" | "shift_percent") => ({
    inputMode: "numeric" as const,
    value: target[name] === NO_PERCENT ? "" : String(target[name]),
    error: target[name] === NO_PERCENT ? t("percentMissing") : faultAt(faults, name),
    className: "tabular-nums",
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const isEmpty = !/[0-9]/.test(event.target.value);
      put({ [name]: isEmpty ? NO_PERCENT : wholeNumber(event.target.value) });
    },
  });
  return (
    <div className="space-y-2">
      <GatewayList
        {...{ gateways, faults, chosen: target.gateways }}
        least={2}
        onChange={(chosen) => put({ gateways: chosen })}
      />
      <div className="grid max-w-xl gap-x-4 gap-y-3 pt-1 sm:grid-cols-2">
        <TextField label={t("floor")} hint={t("floorHint")} {...percent("floor_percent")} />
        <TextField label={t("shift")} hint={t("shiftHint")} {...percent("shift_percent")} />
        <CostField
          points={target.cost_within_percent ?? 0}
          error={faultAt(faults, "cost_within_percent")}
          // None is left out, as in rules from before there were fees: it is then no change.
          onChange={(points) => put({ cost_within_percent: points || undefined })}
        />
      </div>
      <p className="max-w-prose text-sm text-ink-muted">{t("successRateHint")}</p>
    </div>
  );
}

/** Points with a decimal. What is typed stays, such as "0" on the way to "0.5", and what is invalid is refused by the service. */
function CostField(props: { points: number; error: string | undefined; onChange: (points: number) => void }) {
  const t = useTranslations("rules.form");
  const { points, error, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={t("costWithin")}
      hint={t("costWithinHint")}
      type="number"
      step="0.1"
      value={typed ?? points}
      error={error}
      className="tabular-nums"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.valueAsNumber || 0);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
