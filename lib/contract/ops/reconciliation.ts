import { z } from "zod";
import { codePointLength, isStorableText } from "../../text";
import { amountText, timestampText } from "../responses";
import { cursorField, identifierField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";
import { listOf } from "./query-fields";

const RUN_STATES = ["queued", "running", "done", "broken"] as const;
const RUN_SOURCES = ["daily", "request", "command"] as const;
export const FINDING_STATES = ["open", "repaired", "settled", "gone"] as const;
/** What disagrees. */
export const FINDING_PROBLEMS = [
  /** Not final here, but final at the gateway. */
  "ended_there",
  /** A late payment or a second charge: it is reversed (decision 0004). */
  "late_money",
  /** A charge of another amount or currency: it is reversed (decision 0004). */
  "other_charge",
  /** Paid here, but not at the gateway. */
  "unpaid_there",
  /** Paid here and at the gateway, with different amounts. */
  "amounts_differ",
  /** A refund that is SUCCESS here, but failed or is not final at the gateway. */
  "not_refunded_there",
  /** A refund that is FAILURE here, but was paid or may still be paid at the gateway (failure 24). */
  "refunded_there",
  /** A reversal that the gateway does not carry out. */
  "reversal_failed",
  "unknown_there",
  /** Paid, and the money was taken back from the merchant since. */
  "charged_back",
  /** Paid, and the customer or their bank demands the money back. */
  "disputed",
] as const;
export const FINDING_RECORDS = ["payment", "refund", "reversal"] as const;

export type FindingState = (typeof FINDING_STATES)[number];
export type FindingRecord = (typeof FINDING_RECORDS)[number];
export type FindingProblem = (typeof FINDING_PROBLEMS)[number];

/** A UTC day: "2026-01-31". */
const dayField = z.iso.date('Must be a day like "2026-01-31".');

/** Who asks, as the caller names people; shown as it was sent. */
const personField = identifierField;

const MAX_EVIDENCE = 2_000;
const evidenceField = z
  .string("Must be a string.")
  .trim()
  .min(1, "Must not be blank.")
  .refine((text) => codePointLength(text) <= MAX_EVIDENCE, `Must be at most ${MAX_EVIDENCE} characters.`)
  .refine(isStorableText, "Must not contain NUL or lone surrogates.");

const sumSchema = z.looseObject({ currency: z.string(), amount: z.string(), count: z.int() });

const runSchema = z.looseObject({
  run_id: z.string(),
  source: z.enum(RUN_SOURCES).meta({ description: "command: npm run reconcile." }),
  from: dayField,
  until: dayField.meta({ description: "The last UTC day, inclusive." }),
  gateway: z.string().nullable().meta({ description: "Null for all." }),
  repairs: z.boolean().meta({ description: "Whether it repairs what is certain." }),
  requested_by: z.string().nullable(),
  state: z.enum(RUN_STATES).meta({ description: "broken: it failed repeatedly and was given up." }),
  requested_at: timestampText,
  started_at: timestampText.nullable(),
  finished_at: timestampText.nullable(),
  failure: z.string().nullable().meta({ description: "Why the last try failed." }),
  planned: z
    .int()
    .nullable()
    .meta({ description: "Records to compare, counted at the start; null when that took too long." }),
  visited: z.looseObject({
    payments: z.int(),
    refunds: z.int(),
    reversals: z.int(),
    findings: z.int().meta({ description: "Records of older open findings, compared once more." }),
    earlier_payments: z.int().optional().meta({
      description:
        "Paid within 30 days before: a daily run compares them again, in turn. Not part of planned.",
    }),
  }),
  compared: z.int().meta({ description: "Visited, without those that could not be compared." }),
  matched: z.int(),
  not_compared: z.array(z.looseObject({ gateway: z.string(), reason: z.string(), count: z.int() })),
  repaired: z.int().meta({ description: "Findings of this run that are repaired by now." }),
  settled: z.int(),
  gone: z.int().meta({ description: "Findings of this run that agreed later." }),
  left: z.int().meta({ description: "Findings of this run that are still open." }),
  at_stake: z.array(sumSchema).meta({ description: "Of those that are still open, by currency." }),
});

const factsSchema = z.looseObject({
  status: z.string(),
  amount: amountText.nullable(),
  currency: z.string().nullable(),
  gateway_id: z.string().nullable(),
  created_at: timestampText.nullable(),
  ended_at: timestampText.nullable(),
});

const findingSchema = z.looseObject({
  finding_id: z.string(),
  version: z.int().meta({ description: "Grows when what was found changes." }),
  record: z.enum(FINDING_RECORDS),
  transaction_id: z.string(),
  record_id: z.string().meta({ description: "The payment's or refund's id; for a reversal, its charge's." }),
  merchant_transaction_id: z.string().nullable(),
  gateway: z.string(),
  problem: z.enum(FINDING_PROBLEMS),
  certain: z.boolean().meta({ description: "Whether reconciliation.repair can repair it." }),
  here: factsSchema,
  there: factsSchema.nullable(),
  there_note: z.string().nullable().meta({ description: "What the gateway said instead of a record." }),
  stake_amount: amountText,
  stake_currency: z.string(),
  state: z.enum(FINDING_STATES).meta({ description: "gone: it agrees again, and nobody repaired it here." }),
  first_seen_at: timestampText,
  last_seen_at: timestampText,
  repair_requested_by: z.string().nullable(),
  repair_requested_at: timestampText.nullable(),
  closed_at: timestampText.nullable(),
  settlement: z
    .looseObject({
      settlement_id: z.string(),
      evidence: z.string(),
      vendor_reference: z.string(),
      proposed_by: z.string(),
      confirmed_by: z.string(),
    })
    .nullable(),
});

const NO_FINDING = "The merchant has no such finding.";

export const RECONCILIATION_OPERATIONS = {
  "reconciliation.runs": {
    method: "POST",
    path: "/v1/ops/reconciliation/runs",
    summary: "Comparisons with the gateways, newest first, with what has become of their findings.",
    isRead: true,
    request: z.strictObject({ cursor: cursorField, limit: limitField }),
    response: z.looseObject({
      runs: z.array(runSchema),
      open: z.array(sumSchema).meta({ description: "All open findings of the merchant, by currency." }),
      next_cursor: nextCursorField,
    }),
    refusals: {},
  },
  "reconciliation.run": {
    method: "POST",
    path: "/v1/ops/reconciliation/run",
    summary: "One comparison with the gateways, and how far it is.",
    isRead: true,
    request: z.strictObject({ run_id: identifierField }),
    response: runSchema,
    refusals: { 404: "The merchant has no such run." },
  },
  "reconciliation.start": {
    method: "POST",
    path: "/v1/ops/reconciliation/start",
    summary: "Starts a comparison of some days with all gateways or one. A merchant has one at a time.",
    request: z.strictObject({
      request_id: identifierField.meta({
        description: "The same request_id starts one run, however often it is sent.",
      }),
      from: dayField,
      until: dayField,
      gateway: identifierField.nullish(),
      repair: z
        .boolean("Must be true or false.")
        .nullish()
        .transform((repair) => repair ?? false),
      requested_by: personField.nullish(),
    }),
    response: runSchema,
    refusals: { 409: "The merchant has a run that is not finished." },
  },
  "reconciliation.findings": {
    method: "POST",
    path: "/v1/ops/reconciliation/findings",
    summary: "Disagreements with the gateways, of a run or all, oldest first.",
    isRead: true,
    request: z.strictObject({
      run_id: identifierField.nullish(),
      state: listOf(FINDING_STATES),
      problem: z.enum(FINDING_PROBLEMS, `Must be one of ${FINDING_PROBLEMS.join(", ")}.`).nullish(),
      gateway: identifierField.nullish(),
      cursor: cursorField,
      limit: limitField,
    }),
    response: z.looseObject({ findings: z.array(findingSchema), next_cursor: nextCursorField }),
    refusals: {},
  },
  "reconciliation.finding": {
    method: "POST",
    path: "/v1/ops/reconciliation/finding",
    summary: "One disagreement, with the record here and at its gateway.",
    isRead: true,
    request: z.strictObject({ finding_id: identifierField }),
    response: findingSchema,
    refusals: { 404: NO_FINDING },
  },
  "reconciliation.repair": {
    method: "POST",
    path: "/v1/ops/reconciliation/repair",
    summary: "Repairs a certain finding: the record is compared again and takes the gateway's status.",
    request: z.strictObject({
      finding_id: identifierField,
      version: z.int("Must be a whole number."),
      requested_by: personField.nullish(),
    }),
    response: findingSchema,
    refusals: {
      404: NO_FINDING,
      409: "It has changed or ended since, is not certain, is being repaired, or its gateway does not answer.",
    },
  },
  "reconciliation.settle": {
    method: "POST",
    path: "/v1/ops/reconciliation/settle",
    summary: "Closes a finding with the evidence of two people. Changes no record.",
    request: z.strictObject({
      finding_id: identifierField,
      version: z.int("Must be a whole number."),
      settlement_id: identifierField.meta({ description: "The same settlement_id settles once." }),
      evidence: evidenceField,
      vendor_reference: identifierField,
      proposed_by: personField,
      confirmed_by: personField,
    }),
    response: findingSchema,
    refusals: {
      404: NO_FINDING,
      409: "It has changed or ended since, or can be repaired instead.",
    },
  },
} as const satisfies OpsOperations;
