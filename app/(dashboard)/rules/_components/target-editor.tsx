"use client";

import { ArrowUp, Plus } from "lucide-react";
import { type ChangeEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import type { WireTarget } from "@/lib/contract/rules/target";
import { RemoveButton } from "./condition-editor";
import { type Faults, faultAt } from "./faults";
import { percentOf } from "./sentence";

const DEFAULT_WEIGHT = 50;
const DEFAULT_FLOOR_PERCENT = 1;
const DEFAULT_SHIFT_PERCENT = 10;
/** Of an empty field: 0 is a percentage. The service refuses it at this very field. */
const NO_PERCENT = -1;

type TargetEditorProps = {
  target: WireTarget;
  /** Null if the service does not report them: then names are typed. */
  gateways: readonly string[] | null;
  faults: Faults;
  onChange: (target: WireTarget) => void;
};

/** Where the rule's payments go: one gateway, several in order, by weight, or by how often they succeed. */
export function TargetEditor({ target, gateways, faults, onChange }: TargetEditorProps) {
  const t = useTranslations("rules.form");
  return (
    <div className="space-y-3">
      <div className="max-w-sm">
        <SelectField
          label={t("kind")}
          value={target.kind}
          error={faultAt(faults, "")}
          options={[
            { value: "gateway", label: t("kindGateway") },
            { value: "failover", label: t("kindFailover") },
            { value: "split", label: t("kindSplit") },
            { value: "success_rate", label: t("kindSuccessRate") },
          ]}
          onChange={(event) => onChange(asKind(target, event.target.value as WireTarget["kind"], gateways))}
        />
      </div>
      {target.kind === "gateway" && (
        <div className="max-w-sm">
          <GatewayField
            label={t("gateway")}
            value={target.gateway}
            gateways={gateways}
            error={faultAt(faults, "gateway")}
            onChange={(gateway) => onChange({ kind: "gateway", gateway })}
          />
        </div>
      )}
      {target.kind === "failover" && <Failover {...{ target, gateways, faults, onChange }} />}
      {target.kind === "split" && <Split {...{ target, gateways, faults, onChange }} />}
      {target.kind === "success_rate" && <SuccessRate {...{ target, gateways, faults, onChange }} />}
    </div>
  );
}

/** The same gateways as another kind of target, as far as they fit. */
function asKind(
  target: WireTarget,
  kind: WireTarget["kind"],
  gateways: readonly string[] | null,
): WireTarget {
  const named = namesIn(target);
  const first = named[0] ?? gateways?.[0] ?? "";
  switch (kind) {
    case "gateway":
      return { kind, gateway: first };
    case "failover":
      return { kind, gateways: named.length === 0 ? [first] : named };
    case "split":
      return {
        kind,
        shares: [...named, freeOf(named, gateways)]
          .slice(0, Math.max(2, named.length))
          .map((gateway) => ({ gateway, weight: DEFAULT_WEIGHT })),
      };
    case "success_rate":
      return {
        kind,
        gateways: [...named, freeOf(named, gateways)].slice(0, Math.max(2, named.length)),
        floor_percent: DEFAULT_FLOOR_PERCENT,
        shift_percent: DEFAULT_SHIFT_PERCENT,
      };
  }
}

function namesIn(target: WireTarget): string[] {
  switch (target.kind) {
    case "gateway":
      return [target.gateway];
    case "failover":
      return target.gateways;
    case "split":
      return target.shares.map(({ gateway }) => gateway);
    case "success_rate":
      return target.gateways;
  }
}

function freeOf(taken: readonly string[], gateways: readonly string[] | null): string {
  return gateways?.find((gateway) => !taken.includes(gateway)) ?? "";
}

type KindProps<K extends WireTarget["kind"]> = Omit<TargetEditorProps, "target"> & {
  target: Extract<WireTarget, { kind: K }>;
};

function Failover({ target, gateways, faults, onChange }: KindProps<"failover">) {
  const t = useTranslations("rules.form");
  const put = (next: string[]): void => onChange({ kind: "failover", gateways: next });
  const chosen = target.gateways;
  return (
    <div className="space-y-2">
      {chosen.map((gateway, index) => (
        <div key={index} className="flex max-w-md gap-1">
          <div className="min-w-0 grow">
            <GatewayField
              label={t("gatewayAt", { place: index + 1 })}
              value={gateway}
              gateways={gateways}
              error={faultAt(faults, `gateways.${String(index)}`)}
              onChange={(name) => put(chosen.with(index, name))}
            />
          </div>
          {index > 0 && (
            <button
              type="button"
              aria-label={t("earlier", { place: index + 1 })}
              title={t("earlier", { place: index + 1 })}
              onClick={() => put(chosen.toSpliced(index - 1, 2, gateway, chosen[index - 1] ?? ""))}
              className="mt-7 grid size-7 shrink-0 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <ArrowUp aria-hidden className="size-4" />
            </button>
          )}
          {chosen.length > 1 && (
            <div className="mt-7">
              <RemoveButton
                label={t("removeGateway", { place: index + 1 })}
                onRemove={() => put(chosen.toSpliced(index, 1))}
              />
            </div>
          )}
        </div>
      ))}
      <GroupFault text={faultAt(faults, "gateways")} />
      <AddGateway onAdd={() => put([...chosen, freeOf(chosen, gateways)])} />
    </div>
  );
}

function Split({ target, gateways, faults, onChange }: KindProps<"split">) {
  const t = useTranslations("rules.form");
  const { shares } = target;
  const put = (next: typeof shares): void => onChange({ kind: "split", shares: next });
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <div className="space-y-2">
      {shares.map((share, index) => (
        <div
          key={index}
          className="grid max-w-lg grid-cols-[minmax(0,1fr)_3.5rem] gap-2 sm:grid-cols-[minmax(0,1fr)_5.5rem_3.5rem_auto]"
        >
          <GatewayField
            label={t("gatewayAt", { place: index + 1 })}
            value={share.gateway}
            gateways={gateways}
            error={faultAt(faults, `shares.${String(index)}.gateway`)}
            onChange={(gateway) => put(shares.with(index, { ...share, gateway }))}
          />
          {/* On a phone below the gateway: an error needs the width. */}
          <div className="max-sm:order-1">
            <TextField
              label={t("weight")}
              aria-label={t("weightAt", { place: index + 1 })}
              inputMode="numeric"
              value={share.weight === 0 ? "" : String(share.weight)}
              error={faultAt(faults, `shares.${String(index)}.weight`)}
              className="tabular-nums"
              onChange={(event) =>
                put(shares.with(index, { ...share, weight: weightIn(event.target.value) }))
              }
            />
          </div>
          <p className="pt-8 text-right text-sm text-ink-muted tabular-nums max-sm:order-1">
            {percentOf(share.weight, total)}
          </p>
          <div className="mt-7 size-7">
            {shares.length > 2 && (
              <RemoveButton
                label={t("removeGateway", { place: index + 1 })}
                onRemove={() => put(shares.toSpliced(index, 1))}
              />
            )}
          </div>
        </div>
      ))}
      <GroupFault text={faultAt(faults, "shares")} />
      <p className="text-sm text-ink-muted">{t("splitHint")}</p>
      <AddGateway
        onAdd={() =>
          put([
            ...shares,
            {
              gateway: freeOf(
                shares.map(({ gateway }) => gateway),
                gateways,
              ),
              weight: DEFAULT_WEIGHT,
            },
          ])
        }
      />
    </div>
  );
}

function SuccessRate({ target, gateways, faults, onChange }: KindProps<"success_rate">) {
  const t = useTranslations("rules.form");
  const put = (change: Partial<typeof target>): void => onChange({ ...target, ...change });
  const chosen = target.gateways;
  const percent = (name: "floor_percent" | "shift_percent") => ({
    inputMode: "numeric" as const,
    value: target[name] === NO_PERCENT ? "" : String(target[name]),
    error: target[name] === NO_PERCENT ? t("percentMissing") : faultAt(faults, name),
    className: "tabular-nums",
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const isEmpty = !/[0-9]/.test(event.target.value);
      put({ [name]: isEmpty ? NO_PERCENT : weightIn(event.target.value) });
    },
  });
  return (
    <div className="space-y-2">
      {chosen.map((gateway, index) => (
        <div key={index} className="flex max-w-md gap-1">
          <div className="min-w-0 grow">
            <GatewayField
              label={t("gatewayAt", { place: index + 1 })}
              value={gateway}
              gateways={gateways}
              error={faultAt(faults, `gateways.${String(index)}`)}
              onChange={(name) => put({ gateways: chosen.with(index, name) })}
            />
          </div>
          {chosen.length > 2 && (
            <div className="mt-7">
              <RemoveButton
                label={t("removeGateway", { place: index + 1 })}
                onRemove={() => put({ gateways: chosen.toSpliced(index, 1) })}
              />
            </div>
          )}
        </div>
      ))}
      <GroupFault text={faultAt(faults, "gateways")} />
      <AddGateway onAdd={() => put({ gateways: [...chosen, freeOf(chosen, gateways)] })} />
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

/** An invalid number becomes none, which the service refuses at this very field. */
function weightIn(text: string): number {
  const digits = text.replace(/[^0-9]/g, "").slice(0, 5);
  return digits === "" ? 0 : parseInt(digits, 10);
}

function GatewayField(props: {
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

function GroupFault({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="text-sm text-danger">{text}</p>;
}

function AddGateway({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations("rules.form");
  return (
    <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />} onClick={onAdd}>
      {t("addGateway")}
    </Button>
  );
}
