"use client";

import { useTranslations } from "use-intl/react";
import { SelectField, TextField } from "@/components/ui/controls";
import type { WireTarget } from "@/lib/contract/rules/target";
import { RemoveButton } from "./condition-editor";
import { type Faults, faultAt } from "./faults";
import { AddGateway, GatewayField, GatewayList, GroupFault, unusedGateway } from "./gateway-list";
import { percentOf } from "./sentence";
import { SuccessRateTarget } from "./success-rate-target";
import { wholeNumber } from "./whole-number";

const DEFAULT_WEIGHT = 50;
const DEFAULT_FLOOR_PERCENT = 1;
const DEFAULT_SHIFT_PERCENT = 10;

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
      {target.kind === "failover" && (
        <div className="space-y-2">
          <GatewayList
            {...{ gateways, faults, chosen: target.gateways }}
            least={1}
            isOrdered
            onChange={(chosen) => onChange({ kind: "failover", gateways: chosen })}
          />
        </div>
      )}
      {target.kind === "split" && <Split {...{ target, gateways, faults, onChange }} />}
      {target.kind === "success_rate" && <SuccessRateTarget {...{ target, gateways, faults, onChange }} />}
    </div>
  );
}

/** Gives the same gateways another kind of target, as far as they fit. */
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
        shares: [...named, unusedGateway(named, gateways)]
          .slice(0, Math.max(2, named.length))
          .map((gateway) => ({ gateway, weight: DEFAULT_WEIGHT })),
      };
    case "success_rate":
      return {
        kind,
        gateways: [...named, unusedGateway(named, gateways)].slice(0, Math.max(2, named.length)),
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

type KindProps<K extends WireTarget["kind"]> = Omit<TargetEditorProps, "target"> & {
  target: Extract<WireTarget, { kind: K }>;
};

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
          {/* The weight is below the gateway on a phone: an error needs the width. */}
          <div className="max-sm:order-1">
            <TextField
              label={t("weight")}
              aria-label={t("weightAt", { place: index + 1 })}
              inputMode="numeric"
              value={share.weight === 0 ? "" : String(share.weight)}
              error={faultAt(faults, `shares.${String(index)}.weight`)}
              className="tabular-nums"
              onChange={(event) =>
                put(shares.with(index, { ...share, weight: wholeNumber(event.target.value) }))
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
              gateway: unusedGateway(
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
