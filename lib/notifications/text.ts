import { daysOf } from "../reconciliation/run-numbers";
import { isPreset } from "../can";
import { VENDOR_NAMES } from "../gateways/credential-fields";
import { displayAmount } from "../money";
import type { notifications } from "../messages/en/notifications";
import type { NotificationDetails, NotificationFact } from "./details";

type TextKey = `text.${keyof typeof notifications.text}`;

/** Translates a message of the area `notifications`, in the reader's language. */
type TranslateText = (key: TextKey, values?: Record<string, string | number>) => string;

type Money = { amount: string; currency: string };

/** The words of a notification. On the screens, in e-mails and in chats they are the same. `timeOf`: in the reader's zone. */
export function notificationText(
  t: TranslateText,
  fact: NotificationFact,
  timeOf: (iso: string) => string,
): { title: string; body: string } {
  return { title: titleOf(t, fact), body: bodyOf(t, fact, timeOf) };
}

function titleOf(t: TranslateText, fact: NotificationFact): string {
  if (fact.event === "approval_decided")
    return t("text.approval_decided", { decision: fact.detail.decision });
  if (fact.event === "refund_request_answered")
    return t("text.refund_request_answered", { answer: fact.detail.answer });
  if (fact.event === "manual_refund_decided")
    return t("text.manual_refund_decided", { decision: fact.detail.decision });
  if (fact.event === "manual_refund_waiting" && fact.detail.isVoid === true)
    return t("text.manual_refund_voiding");
  if (fact.event === "mention") return t("text.mention", { name: fact.detail.by });
  if (fact.event === "work_assigned") return t("text.work_assigned", { condition: fact.detail.condition });
  if (fact.event === "work_returned") return t("text.work_returned", { because: fact.detail.because });
  if (fact.event === "gateway_account_changed")
    return t("text.gateway_account_changed", {
      change: fact.detail.isOver === true ? "usedMeanwhile" : fact.detail.change,
    });
  if (fact.event === "sign_in_changed") return t("text.sign_in_changed", { change: fact.detail.change });
  if (fact.event === "role_changed" && fact.detail.from === "") return t("text.role_given");
  if (fact.event === "reconciliation_unfinished")
    return t("text.reconciliation_unfinished", { why: fact.detail.why });
  return t(`text.${fact.event}`);
}

function bodyOf(t: TranslateText, fact: NotificationFact, timeOf: (iso: string) => string): string {
  switch (fact.event) {
    case "approval_waiting":
      return by(t, requested(t, fact.detail), fact.detail.requestedBy);
    case "approval_decided":
      return by(t, requested(t, fact.detail), fact.detail.decidedBy);
    case "refund_request_waiting": {
      const { selected, requestedBy } = fact.detail;
      const what = selected === undefined ? refund(t, fact.detail) : t("text.selection", { selected });
      return by(t, what, requestedBy);
    }
    case "refund_request_answered":
      return by(t, refund(t, fact.detail), fact.detail.answeredBy);
    case "refund_request_replied":
      return by(t, refund(t, fact.detail), fact.detail.repliedBy);
    case "manual_refund_waiting":
      return by(t, refund(t, fact.detail), fact.detail.recordedBy);
    case "manual_refund_decided":
      return by(t, refund(t, fact.detail), fact.detail.decidedBy);
    case "mention":
      return t("text.mentionBody", { kind: fact.detail.subject.kind, id: shortId(fact.detail.subject) });
    case "work_assigned":
      return by(t, atStake(t, fact.detail), fact.detail.by);
    case "work_returned":
      return atStake(t, fact.detail);
    case "refund_failed":
    case "refund_late":
      return refund(t, fact.detail);
    case "refund_unknown":
      return t("text.refund_unknownBody", { what: refund(t, fact.detail), minutes: fact.detail.minutes });
    case "refund_made_after_all":
      return t("text.refund_made_after_allBody", {
        what: refund(t, fact.detail),
        refundId: fact.detail.refundId,
      });
    case "bulk_ended":
      return t("text.bulk_endedBody", { rows: fact.detail.rows, failed: fact.detail.failed });
    case "bulk_paused":
      return t("text.bulk_pausedBody", { rows: fact.detail.rows });
    case "export_ready":
      return t("text.export_readyBody", fact.detail);
    case "export_failed":
      return t("text.export_failedBody", fact.detail);
    case "gateway_opened":
      return t("text.gateway_openedBody", fact.detail);
    case "gateway_closed":
      return t("text.gateway_closedBody", fact.detail);
    case "gateway_account_waiting":
      return by(
        t,
        t("text.gateway_account_waitingBody", { account: accountName(fact.detail) }),
        fact.detail.requestedBy,
      );
    case "gateway_account_changed":
      return accountChange(t, fact.detail);
    case "success_rate_low":
      return t("text.success_rate_lowBody", fact.detail);
    case "stuck_payments":
      return t("text.stuck_paymentsBody", fact.detail);
    case "reconciliation_found":
      return t("text.reconciliation_foundBody", {
        days: daysOf(fact.detail),
        findings: fact.detail.findings,
        amount: sumOf(fact.detail.totals),
      });
    case "reconciliation_unfinished":
      return t("text.reconciliation_unfinishedBody", {
        days: daysOf(fact.detail),
        why: fact.detail.why,
        records: fact.detail.records,
      });
    case "webhook_disabled":
      return t("text.webhook_disabledBody", { host: fact.detail.host });
    case "rule_trial_ended":
      return t("text.rule_trial_endedBody", fact.detail);
    case "chat_channel_paused":
      return t("text.chat_channel_pausedBody", { name: fact.detail.name });
    case "key_expiring":
      return t("text.key_expiringBody", fact.detail);
    case "new_device":
      return t("text.new_deviceBody", { device: deviceName(t, fact.detail), time: timeOf(fact.detail.at) });
    case "sign_in_changed":
      return t("text.sign_in_changedBody", { what: by(t, timeOf(fact.detail.at), fact.detail.by) });
    case "codes_locked":
      return t("text.codes_lockedBody", { time: timeOf(fact.detail.at) });
    case "role_changed": {
      const { from, to, by: name } = fact.detail;
      if (from === "") return t("text.role_givenBody", { to: nameOfRole(t, to), name });
      return t("text.role_changedBody", {
        from: nameOfRole(t, from),
        to: nameOfRole(t, to),
        name,
      });
    }
    case "role_permissions_changed":
      return by(t, `${fact.detail.role}: ${changesOfRole(t, fact.detail)}`, fact.detail.by);
  }
}

function accountName(of: { gateway: string; account: number; hint: string | null }): string {
  const vendors: Readonly<Record<string, string>> = VENDOR_NAMES;
  return `${vendors[of.gateway] ?? of.gateway} ${of.hint ?? `#${String(of.account)}`}`;
}

function accountChange(t: TranslateText, detail: NotificationDetails["gateway_account_changed"]): string {
  const { by: name, key, isOver = false, toService = false } = detail;
  const change = toService ? "retiredToService" : isOver ? "usedMeanwhile" : detail.change;
  const what = t("text.gateway_account_changedBody", { change, account: accountName(detail) });
  if (name !== null) return t("text.changedHere", { what, name });
  return key === null
    ? t("text.changedElsewhere", { what })
    : t("text.changedWithKey", { what, label: key.label, start: key.start });
}

function changesOfRole(
  t: TranslateText,
  detail: { added: number; removed: number; areLimitsChanged: boolean },
): string {
  const { added, removed, areLimitsChanged } = detail;
  return [
    ...(added > 0 ? [t("text.permissionsAdded", { added })] : []),
    ...(removed > 0 ? [t("text.permissionsRemoved", { removed })] : []),
    ...(areLimitsChanged ? [t("text.limitsChanged")] : []),
  ].join(", ");
}

/** A preset in the reader's language; a composed role has only its own name. */
const nameOfRole = (t: TranslateText, role: string): string =>
  isPreset(role) ? t("text.role", { role }) : role;

/** People know the ids of payments and refunds, and of nothing else. */
const shortId = ({ kind, id }: { kind: string; id: string }): string =>
  kind === "payment" || kind === "refund" ? id : "";

const refund = (t: TranslateText, detail: Money & { reference: string }): string =>
  t("text.refund", { amount: displayAmount(detail.amount, detail.currency), reference: detail.reference });

const atStake = (
  t: TranslateText,
  { amount, currency, reference }: { amount: string | null; currency: string | null; reference: string },
): string => (amount === null || currency === null ? reference : refund(t, { amount, currency, reference }));

const sumOf = (totals: readonly Money[]): string =>
  totals.map(({ amount, currency }) => displayAmount(amount, currency)).join(" + ");

function requested(
  t: TranslateText,
  detail: { reference: string | null; rows: number; totals: readonly Money[] },
): string {
  const amount = sumOf(detail.totals);
  return detail.reference === null
    ? t("text.run", { rows: detail.rows, amount })
    : t("text.refund", { amount, reference: detail.reference });
}

const by = (t: TranslateText, what: string, name: string | null): string =>
  name === null ? what : t("text.by", { what, name });

function deviceName(t: TranslateText, of: { browser: string | null; system: string | null }): string {
  const { browser, system } = of;
  if (browser !== null && system !== null) return t("text.device", { browser, system });
  return browser ?? system ?? t("text.unknownDevice");
}
