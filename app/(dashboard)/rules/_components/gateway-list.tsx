"use client";

import { ArrowUp, Plus } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { RemoveButton } from "./condition-editor";
import { type Faults, faultAt } from "./faults";

type GatewayListProps = {
  chosen: readonly string[];
  /** Null if the service does not report them: then names are typed. */
  gateways: readonly string[] | null;
  faults: Faults;
  /** So many cannot be removed. */
  least: number;
  /** Their order matters: each can be moved up. */
  isOrdered?: boolean;
  onChange: (chosen: string[]) => void;
};

/** The gateways of a target, one per line, with a button for another one. */
export function GatewayList({
  chosen,
  gateways,
  faults,
  least,
  isOrdered = false,
  onChange,
}: GatewayListProps) {
  const t = useTranslations("rules.form");
  return (
    <>
      {chosen.map((gateway, index) => (
        <div key={index} className="flex max-w-md gap-1">
          <div className="min-w-0 grow">
            <GatewayField
              label={t("gatewayAt", { place: index + 1 })}
              value={gateway}
              gateways={gateways}
              error={faultAt(faults, `gateways.${String(index)}`)}
              onChange={(name) => onChange(chosen.with(index, name))}
            />
          </div>
          {isOrdered && index > 0 && (
            <button
              type="button"
              aria-label={t("earlier", { place: index + 1 })}
              title={t("earlier", { place: index + 1 })}
              onClick={() => onChange(chosen.toSpliced(index - 1, 2, gateway, chosen[index - 1] ?? ""))}
              className="mt-7 grid size-7 shrink-0 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <ArrowUp aria-hidden className="size-4" />
            </button>
          )}
          {chosen.length > least && (
            <div className="mt-7">
              <RemoveButton
                label={t("removeGateway", { place: index + 1 })}
                onRemove={() => onChange(chosen.toSpliced(index, 1))}
              />
            </div>
          )}
        </div>
      ))}
      <GroupFault text={faultAt(faults, "gateways")} />
      <AddGateway onAdd={() => onChange([...chosen, unusedGateway(chosen, gateways)])} />
    </>
  );
}

/** The first gateway that is not used yet; empty without one. */
export function unusedGateway(used: readonly string[], gateways: readonly string[] | null): string {
  return gateways?.find((gateway) => !used.includes(gateway)) ?? "";
}

export function GatewayField(props: {
  label: string;
  value: string;
  gateways: readonly string[] | null;
  error: string | undefined;
  onChange: (gateway: string) => void;
}) {
  const t = useTranslations("rules.form");
  const { label, value, gateways, error, onChange } = props;
  if (gateways === null) {
    return (
      <TextField
        label={label}
        value={value}
        error={error}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const known = gateways.map((gateway) => ({ value: gateway, label: gateway }));
  const missing = gateways.includes(value)
    ? []
    : [{ value, label: value === "" ? "" : t("notThere", { gateway: value }) }];
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      options={[...missing, ...known]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export function GroupFault({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="text-sm text-danger">{text}</p>;
}

export function AddGateway({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations("rules.form");
  return (
    <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />} onClick={onAdd}>
      {t("addGateway")}
    </Button>
  );
}
