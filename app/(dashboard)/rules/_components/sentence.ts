import type { useTranslations } from "use-intl/react";
import type { WireActiveTimes } from "@/lib/contract/rules/active-times";
import type { WireCondition, WireConditionLeaf } from "@/lib/contract/rules/condition";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { WireTarget } from "@/lib/contract/rules/target";
import { WEEKDAYS, type Weekday } from "@/lib/contract/rules/weekdays";
import { isolated, isolatedList } from "@/lib/direction";
import { displayAmount, groupedAmount, parseAmount } from "@/lib/money";
import { schemeName } from "@/lib/payments/scheme-name";

/** The name of a payment method in the reader's language. */
type MethodName = (code: string) => string;

export type RuleWords = ReturnType<typeof useTranslations<"rules">>;

/**
 * A rule as one sentence: which payments it matches and where they go. Its times are shown separately, in the viewer's
 * zone.
 */
export function ruleSentence(
  t: RuleWords,
  rule: Pick<WireRule, "conditions" | "target">,
  method: MethodName,
): string {
  const target = targetPhrase(t, rule.target);
  const { conditions } = rule;
  if (conditions === null || conditions === undefined) return t("sentence.always", { target });
  return t("sentence.when", {
    conditions: conditionPhrase({ t, method }, conditions, currencyOf(conditions), false),
    target,
  });
}

/** The one currency that a condition requires. Without it amounts are shown as bare numbers. */
function currencyOf(condition: WireCondition): string | null {
  if ("any" in condition) return null;
  if ("all" in condition) {
    return condition.all.reduce<string | null>((found, member) => found ?? currencyOf(member), null);
  }
  const [only] = condition.field === "currency" && condition.one_of.length === 1 ? condition.one_of : [];
  return only ?? null;
}

type Words = { t: RuleWords; method: MethodName };

function conditionPhrase(
  words: Words,
  condition: WireCondition,
  currency: string | null,
  isInside: boolean,
): string {
  const { t } = words;
  const members = "all" in condition ? condition.all : "any" in condition ? condition.any : null;
  if (members === null) return leafPhrase(words, condition as WireConditionLeaf, currency);
  const word = t("all" in condition ? "sentence.and" : "sentence.or");
  const known = currency ?? currencyOf(condition);
  const text = members.map((member) => conditionPhrase(words, member, known, true)).join(` ${word} `);
  return isInside && members.length > 1 ? `(${text})` : text || t("sentence.unfinished");
}

function leafPhrase({ t, method }: Words, leaf: WireConditionLeaf, currency: string | null): string {
  const field = t(`field.${leaf.field}`);
  switch (leaf.field) {
    case "amount": {
      const { min, max } = leaf;
      const show = (amount: string): string => amountText(t, amount, currency);
      if (has(min) && has(max)) return t("sentence.amountBetween", { min: show(min), max: show(max) });
      return has(max)
        ? t("sentence.amountMax", { max: show(max) })
        : t("sentence.amountMin", { min: show(min ?? "") });
    }
    case "payment_method":
      return t("sentence.is", { field, values: orList(t, leaf.one_of.map(method)) });
    case "card_scheme":
      return t("sentence.is", { field, values: orList(t, leaf.one_of.map(schemeName)) });
    case "issuing_bank":
      return t("sentence.is", { field, values: orList(t, leaf.one_of.map(bankOf(t))) });
    case "currency":
      return t("sentence.is", { field, values: orList(t, leaf.one_of) });
    case "udf1":
    case "udf2":
    case "udf3": {
      if (has(leaf.prefix)) return t("sentence.prefix", { field, value: leaf.prefix });
      if (has(leaf.one_of)) return t("sentence.is", { field, values: orList(t, leaf.one_of.map(quoted)) });
      return t("sentence.equals", { field, value: leaf.equals ?? "" });
    }
  }
}

/** A code may be any text. */
const bankOf =
  (t: RuleWords) =>
  (code: string): string =>
    /^[A-Z]+$/.test(code) && t.has(`bank.${code}`) ? t(`bank.${code}`) : code;

function has<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function amountText(t: RuleWords, amount: string, currency: string | null): string {
  if (!parseAmount(amount).ok) return amount === "" ? t("sentence.unfinished") : amount;
  if (currency !== null && /^[A-Z]{3}$/.test(currency)) return displayAmount(amount, currency);
  return groupedAmount(amount);
}

function orList(t: RuleWords, values: readonly string[]): string {
  if (values.length === 0) return t("sentence.unfinished");
  const last = values.at(-1) ?? "";
  return values.length === 1
    ? isolated(last)
    : `${isolatedList(values.slice(0, -1))} ${t("sentence.or")} ${isolated(last)}`;
}

const quoted = (text: string): string => `“${text}”`;

function targetPhrase(t: RuleWords, target: WireTarget): string {
  const named = (gateway: string): string => gateway || t("sentence.unfinished");
  switch (target.kind) {
    case "gateway":
      return t("sentence.gateway", { gateway: named(target.gateway) });
    case "failover": {
      const [first = "", ...others] = target.gateways;
      return others.length === 0
        ? t("sentence.gateway", { gateway: named(first) })
        : t("sentence.failover", { first: named(first), others: others.map(named).join(", ") });
    }
    case "split": {
      const total = target.shares.reduce((sum, { weight }) => sum + weight, 0);
      const shares = target.shares.map(({ gateway, weight }) =>
        t("sentence.share", { gateway: named(gateway), percent: percentOf(weight, total) }),
      );
      return t("sentence.split", { shares: shares.join(", ") });
    }
    case "success_rate": {
      const gateways = orList(t, target.gateways.map(named));
      const points = target.cost_within_percent;
      return points
        ? t("sentence.successRateAndFee", { gateways, points: String(points) })
        : t("sentence.successRate", { gateways });
    }
  }
}

/**
 * Rounds to a tenth of a percent; without `Intl`, because a page's first formatter takes 20 milliseconds and more
 * (0179).
 */
export function percentOf(weight: number, total: number): string {
  return total === 0 ? "0%" : `${Math.round((weight * 1_000) / total) / 10}%`;
}

type Window = NonNullable<WireActiveTimes["windows"]>[number];

/** A weekly window in its own zone: "Mon–Fri 09:00–18:00 (Asia/Kolkata)". */
export function windowPhrase(t: RuleWords, { days, from, to, time_zone: zone }: Window): string {
  return t("sentence.window", { days: daysPhrase(t, days), from, to, zone });
}

/** Three or more consecutive days are written as a range. */
export function daysPhrase(t: RuleWords, days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return t("sentence.allDays");
  const runs: Weekday[][] = [];
  for (const day of WEEKDAYS) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    const previous = run?.at(-1);
    const follows = previous !== undefined && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(previous) + 1;
    if (run !== undefined && follows) run.push(day);
    else runs.push([day]);
  }
  const [first, last] = [0, -1];
  return runs
    .flatMap((run) =>
      run.length > 2
        ? [`${dayName(t, run.at(first))}–${dayName(t, run.at(last))}`]
        : run.map((day) => dayName(t, day)),
    )
    .join(", ");
}

function dayName(t: RuleWords, day: Weekday | undefined): string {
  return day === undefined ? "" : t(`day.${day}`);
}
