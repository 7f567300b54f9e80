"use client";

import { ArrowDown, ArrowUp, Copy, Pencil, Power, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ForeignText } from "@/components/ui/text";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { Faults } from "./faults";
import { RuleForm } from "./rule-form";
import { RuleSentence } from "./rule-sentence";

export type RuleActions = {
  move: (by: -1 | 1) => void;
  toggleForm: () => void;
  copy: () => void;
  turn: () => void;
  remove: () => void;
  change: (rule: WireRule) => void;
};

type RuleCardProps = {
  rule: WireRule;
  place: number;
  count: number;
  gateways: readonly string[] | null;
  faults: Faults;
  isEdited: boolean;
  /** How it differs from the version in force. */
  badge: "added" | "changed" | null;
  actions: RuleActions;
};

/** One rule: its position, its sentence, and its actions. */
export function RuleCard({ rule, place, count, gateways, faults, isEdited, badge, actions }: RuleCardProps) {
  const t = useTranslations("rules");
  const { name } = rule;
  return (
    <li
      aria-label={t("card.place", { place })}
      className={cx(
        "rounded-lg border bg-surface px-3 py-3 sm:px-4",
        faults.length > 0 ? "border-danger" : "border-line",
      )}
    >
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold tabular-nums"
        >
          {place}
        </span>
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="font-semibold wrap-anywhere">
              <ForeignText>{name}</ForeignText>
            </h2>
            {!rule.active && <Tag tone="off">{t("badge.off")}</Tag>}
            {badge !== null && <Tag tone="new">{t(`badge.${badge}`)}</Tag>}
          </div>
          <div className={cx("mt-1", !rule.active && "text-ink-muted")}>
            <RuleSentence rule={rule} />
          </div>
        </div>
        <div className="flex shrink-0 flex-col sm:flex-row">
          <MoveButton label={t("card.up", { name })} disabled={place === 1} onMove={() => actions.move(-1)}>
            <ArrowUp aria-hidden className="size-4" />
          </MoveButton>
          <MoveButton
            label={t("card.down", { name })}
            disabled={place === count}
            onMove={() => actions.move(1)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </MoveButton>
        </div>
      </div>
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-1 sm:ml-7">
        <Permission
          icon={<Pencil aria-hidden className="size-3.5" />}
          word={t(isEdited ? "card.done" : "card.edit")}
          label={t(isEdited ? "card.doneOf" : "card.editOf", { name })}
          onPress={actions.toggleForm}
          isOpen={isEdited}
        />
        <Permission
          icon={<Copy aria-hidden className="size-3.5" />}
          word={t("card.copy")}
          label={t("card.copyOf", { name })}
          onPress={actions.copy}
        />
        <Permission
          icon={<Power aria-hidden className="size-3.5" />}
          word={t(rule.active ? "card.turnOff" : "card.turnOn")}
          label={t(rule.active ? "card.turnOffOf" : "card.turnOnOf", { name })}
          onPress={actions.turn}
        />
        <Permission
          icon={<Trash2 aria-hidden className="size-3.5" />}
          word={t("card.remove")}
          label={t("card.removeOf", { name })}
          onPress={actions.remove}
        />
      </div>
      {!isEdited && faults.length > 0 && (
        <ul className="mt-2 space-y-1 text-sm text-danger sm:ml-9">
          {faults.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      )}
      {isEdited && <RuleForm rule={rule} gateways={gateways} faults={faults} onChange={actions.change} />}
    </li>
  );
}

function Tag({ tone, children }: { tone: "off" | "new"; children: ReactNode }) {
  return (
    <span
      className={cx(
        "rounded-sm px-1.5 py-0.5 text-xs font-semibold",
        tone === "off" ? "bg-sunken text-ink-muted" : "bg-accent-soft text-accent",
      )}
    >
      {children}
    </span>
  );
}

function MoveButton(props: { label: string; disabled: boolean; onMove: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      // `aria-disabled` instead of `disabled`: a move to the end must not lose the focus.
      aria-disabled={props.disabled}
      onClick={({ currentTarget }) => {
        props.onMove();
        // The browser removes focus from an element that moves in the page.
        requestAnimationFrame(() => currentTarget.focus());
      }}
      className="grid size-7 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
    >
      {props.children}
    </button>
  );
}

function Permission(props: {
  icon: ReactNode;
  word: string;
  label: string;
  onPress: () => void;
  isOpen?: boolean;
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={props.icon}
      aria-label={props.label}
      aria-expanded={props.isOpen}
      onClick={props.onPress}
    >
      {props.word}
    </Button>
  );
}
