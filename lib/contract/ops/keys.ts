import { z } from "zod";
import { timestampText } from "../responses";
import { KEY_ACCESSES } from "../../keys/key-access";
import { codePointLength, isBlank, isAcceptedText, NOT_ACCEPTED } from "../../text";
import { cursorField, identifierField, instantField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";

const MAX_LABEL_CODE_POINTS = 100;
const MAX_OVERLAP_HOURS = 720;
const MAX_PER_SECOND = 10_000;
const MAX_BURST = 100_000;

const labelField = z
  .string("Must be a string.")
  .refine((text) => !isBlank(text), "Must not be blank.")
  .refine(
    (text) => codePointLength(text) <= MAX_LABEL_CODE_POINTS,
    `Must be at most ${MAX_LABEL_CODE_POINTS} characters.`,
  )
  .refine(isAcceptedText, NOT_ACCEPTED)
  .meta({
    description: 'What people know the key by, like "web shop".',
    minLength: 1,
    maxLength: MAX_LABEL_CODE_POINTS,
    pattern: "\\S",
  });

const keyIdField = identifierField.meta({ description: "The `key_id` of a key, as `keys.list` tells it." });

const accessField = z.enum(KEY_ACCESSES, `Must be one of ${KEY_ACCESSES.join(", ")}.`).optional();
const ACCESS_TEXT =
  "`payments`: the key signs the five endpoints under /v1/route/. `payments_without_refunds`: these without refund-initiate. `read_only`: status and refund-status, and the operations that read payments, refunds, gateways and reconciliations. `all`: everything.";

const createdByField = identifierField.nullish().meta({
  description:
    "Who requested it, in the caller's own words; otherwise the first characters of the key that signed the request.",
});

function limitOf(max: number, description: string): z.ZodOptional<z.ZodNullable<z.ZodInt>> {
  const fault = `Must be a whole number from 1 to ${max}, or null for no limit of its own.`;
  return z.int(fault).min(1, fault).max(max, fault).nullable().optional().meta({ description });
}
const perSecondField = limitOf(
  MAX_PER_SECOND,
  "Requests a second that this key may send on each process of the service; null for no limit of its own. All keys of the merchant share the limit that the service's operator has set, and none can be set above it.",
);
const burstField = limitOf(
  MAX_BURST,
  "Requests that this key may send at once; null for no limit of its own.",
);

const apiKeySchema = z.looseObject({
  key_id: z.string().meta({ description: "Short and public; names the key in this API." }),
  api_key: z
    .string()
    .meta({ description: "What the X-API-Key header carries. It identifies; the salt proves." }),
  label: z.string(),
  status: z.enum(["ACTIVE", "EXPIRED", "REVOKED"]).meta({ description: "Only an ACTIVE key works." }),
  is_caller: z.boolean().meta({ description: "Whether this very request was signed with the key." }),
  created_at: timestampText,
  created_by: z.string().nullable(),
  last_used_at: timestampText.nullable().meta({
    description: "When a request was last proven with it, at most a minute late; null if never.",
  }),
  expires_at: timestampText.nullable().meta({ description: "Null: it works until it is revoked." }),
  revoked_at: timestampText.nullable(),
  rate_per_second: z.int().nullable(),
  rate_burst: z.int().nullable(),
  access: z
    .enum(KEY_ACCESSES)
    .optional()
    .meta({ description: `${ACCESS_TEXT} Absent: a service without restricted keys, where each has all.` }),
});
export type ApiKeyView = z.infer<typeof apiKeySchema>;

const saltField = z.string().meta({
  description:
    "The salt of the new key. It is shown this once and cannot be read again: keep it on your server.",
});

export const KEY_OPERATIONS = {
  "keys.list": {
    method: "POST",
    path: "/v1/ops/keys/list",
    summary: "The merchant's keys, the ended ones too, newest first. Salts are never returned.",
    isRead: true,
    request: z.strictObject({ cursor: cursorField, limit: limitField }),
    response: z.looseObject({ keys: z.array(apiKeySchema), next_cursor: nextCursorField }),
    refusals: {},
  },
  "keys.create": {
    method: "POST",
    path: "/v1/ops/keys/create",
    summary: "One more key with a salt of its own, beside the ones that work already.",
    request: z.strictObject({
      label: labelField,
      expires_at: instantField.nullish().meta({ description: "When it ends by itself; never unless given." }),
      rate_per_second: perSecondField,
      rate_burst: burstField,
      access: accessField.meta({ description: `${ACCESS_TEXT} \`all\` unless given.` }),
      created_by: createdByField,
    }),
    response: z.looseObject({ key: apiKeySchema, salt: saltField }),
    refusals: { 409: "The merchant has as many working keys as it may have (20)." },
  },
  "keys.rotate": {
    method: "POST",
    path: "/v1/ops/keys/rotate",
    summary: "A new key with the label, limits and access of an old one, which ends after an overlap.",
    request: z.strictObject({
      key_id: keyIdField,
      overlap_hours: z
        .int(`Must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`)
        .min(0, `Must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`)
        .max(MAX_OVERLAP_HOURS, `Must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`)
        .meta({ description: "For how long the old key goes on working; 0 ends it at once." }),
      created_by: createdByField,
    }),
    response: z.looseObject({ key: apiKeySchema, salt: saltField, replaced: apiKeySchema }),
    refusals: {
      404: "The merchant has no such key.",
      409: "The key has ended already, or the merchant has as many working keys as it may have (20).",
    },
  },
  "keys.update": {
    method: "POST",
    path: "/v1/ops/keys/update",
    summary: "Changes a key's label, limits and access; what is left out stays as it is.",
    request: z.strictObject({
      key_id: keyIdField,
      label: labelField.optional(),
      rate_per_second: perSecondField,
      rate_burst: burstField,
      access: accessField.meta({
        description: `${ACCESS_TEXT} A key cannot restrict itself.`,
      }),
    }),
    response: z.looseObject({ key: apiKeySchema }),
    refusals: {
      404: "The merchant has no such key.",
      409: "The key signed this request, or it is the last working one with access to everything, or the others end sooner and within 30 days: it cannot be restricted.",
    },
  },
  "keys.revoke": {
    method: "POST",
    path: "/v1/ops/keys/revoke",
    summary: "Ends a key at once. One that has ended already is answered as it is.",
    request: z.strictObject({ key_id: keyIdField }),
    response: z.looseObject({ key: apiKeySchema }),
    refusals: {
      404: "The merchant has no such key.",
      409: "It is the merchant's last working key with access to everything, or the others end sooner and within 30 days: create another one first.",
    },
  },
} as const satisfies OpsOperations;
