import { z } from "zod";
import { timestampText } from "../responses";
import { identifierField } from "./fields";
import type { OpsOperations } from "./operation";

/** The vendors at which a merchant can have accounts of its own (decision 0311). */
export const VENDORS = ["stripe", "razorpay", "adyen", "paypal", "cashfree"] as const;
export type Vendor = (typeof VENDORS)[number];

const MAX_SECRET_CHARACTERS = 500;

/** Printable ASCII without spaces, as every vendor's keys are: a pasted line break would only fail at the vendor. */
function secret(description: string, form?: { pattern: RegExp; fault: string }): z.ZodString {
  const text = z
    .string("Must be a string.")
    .trim()
    .min(1, "Must not be empty.")
    .max(MAX_SECRET_CHARACTERS, `Must be at most ${MAX_SECRET_CHARACTERS} characters.`)
    .regex(/^[!-~]+$/, "Must be without spaces and line breaks.");
  return (form === undefined ? text : text.regex(form.pattern, form.fault)).meta({ description });
}

const stripe = z.strictObject({
  gateway: z.literal("stripe"),
  secret_key: secret("The secret key, or a restricted key, of Stripe's API.", {
    pattern: /^[rs]k_(test|live)_.{8,}$/,
    fault: "Must be a secret or restricted key: it begins with sk_ or rk_.",
  }),
  webhook_secret: secret("The signing secret of the webhook endpoint at Stripe.", {
    pattern: /^whsec_/,
    fault: "Must be the signing secret of the endpoint: it begins with whsec_.",
  }),
});
const razorpay = z.strictObject({
  gateway: z.literal("razorpay"),
  key_id: secret("The key id of Razorpay's API.", {
    pattern: /^rzp_(test|live)_.{4,}$/,
    fault: "Must be a key id: it begins with rzp_test_ or rzp_live_.",
  }),
  key_secret: secret("The key secret."),
  webhook_secret: secret("The secret of the webhook at Razorpay."),
});
const adyen = z.strictObject({
  gateway: z.literal("adyen"),
  api_key: secret("The API key of Adyen's Checkout API."),
  merchant_account: secret("The merchant account's name."),
  hmac_key: secret("The HMAC key of the webhook at Adyen, in hexadecimal.", {
    pattern: /^([0-9A-Fa-f]{2}){16,}$/,
    fault: "Must be the HMAC key of the webhook, in hexadecimal.",
  }),
  live_prefix: secret("The company's own part of Adyen's live address.", {
    pattern: /^[A-Za-z0-9-]{1,80}$/,
    fault: "Must be the prefix of your live address, such as 1797a841fbb37ca7-AdyenDemo.",
  })
    .nullish()
    .meta({
      description: "The company's own part of Adyen's live address; left out for Adyen's test platform.",
    }),
});
const paypal = z.strictObject({
  gateway: z.literal("paypal"),
  client_id: secret("The client id of the app at PayPal."),
  client_secret: secret("The client secret."),
  webhook_id: secret("The id of the webhook at PayPal, which its signatures cover."),
  environment: z.enum(["live", "sandbox"], 'Must be "live" or "sandbox".'),
});
const cashfree = z.strictObject({
  gateway: z.literal("cashfree"),
  client_id: secret("The client id (app id) of Cashfree's API."),
  client_secret: secret("The client secret, which also signs Cashfree's notifications."),
  environment: z.enum(["live", "sandbox"], 'Must be "live" or "sandbox".'),
});

/** One vendor's credentials, as they are entered and, sealed, stored. */
export const credentialsSchema = z.discriminatedUnion("gateway", [stripe, razorpay, adyen, paypal, cashfree]);
/** Reads credentials that a newer version may have stored, with fields that this one does not know. */
export const storedCredentialsSchema = z.discriminatedUnion("gateway", [
  stripe.strip(),
  razorpay.strip(),
  adyen.strip(),
  paypal.strip(),
  cashfree.strip(),
]);
export type VendorCredentials = z.output<typeof credentialsSchema>;

const gatewayField = z.enum(VENDORS, `Must be one of ${VENDORS.join(", ")}.`);
const accountField = z
  .int("Must be a whole number.")
  .min(1, "Must be at least 1.")
  .max(2_147_483_647, "Is too large.");

const authorField = identifierField.nullish().meta({
  description:
    "Who requested it, in the caller's own words; otherwise the first characters of the key that signed the request.",
});
/**
 * What a person can decide to save in spite of: the vendor could not be reached, does not know a payment of the account, or knows
 * one of an account that is to be replaced.
 */
export const CREDENTIAL_DOUBTS = ["unreachable", "other_account", "same_account"] as const;
export type CredentialDoubt = (typeof CREDENTIAL_DOUBTS)[number];

const saveAnywayField = z
  .enum(CREDENTIAL_DOUBTS, `Must be one of ${CREDENTIAL_DOUBTS.join(", ")}.`)
  .nullish()
  .transform((value) => value ?? null)
  .meta({
    description:
      "Save in spite of this doubt, which an earlier answer named as `save_anyway.<doubt>`. Any other doubt, and a refusal of the credentials, is still answered.",
  });

/** Absent from a service that does not record it, null for a change from before. */
const keyIdText = z.string().nullish();
const SIGNED =
  "The `key_id` of the API key that signed, whatever name the caller gave; null when it is not known:";

const accountSchema = z.looseObject({
  account: z.int().meta({ description: "1, 2, 3: of this merchant at this vendor." }),
  revision: z.int().meta({
    description: "Another number with each change of its credentials, and when it is taken out of use.",
  }),
  hint: z.string().meta({
    description:
      "What people tell it by: the last characters of a key, or the account's name. Never a secret.",
  }),
  live: z.boolean().meta({ description: "False: credentials of the vendor's test mode." }),
  in_use: z.boolean().meta({ description: "Whether it takes new payments; at most one does." }),
  created_at: timestampText,
  created_by: z.string(),
  changed_at: timestampText.meta({ description: "When its credentials were last changed." }),
  changed_by: z.string(),
  changed_key: keyIdText.meta({ description: `${SIGNED} the last change of its credentials.` }),
  used_at: timestampText.nullish().meta({ description: "When it was last put in use." }),
  used_by: z.string().nullish(),
  used_key: keyIdText.meta({ description: `${SIGNED} that.` }),
  retired_at: timestampText.nullable().meta({ description: "Since when it takes no new payments." }),
  retired_by: z.string().nullish(),
  retired_key: keyIdText.meta({ description: `${SIGNED} its being taken out of use.` }),
  last_payment_at: timestampText.nullable().meta({
    description:
      "When its newest payment was created. As long as there is one, the account is kept: to look up and refund it.",
  }),
});
export type GatewayAccountView = z.infer<typeof accountSchema>;

const NOT_SAVED =
  "The merchant's accounts have changed meanwhile, or there are as many as there may be (20).";

export const GATEWAY_ACCOUNT_OPERATIONS = {
  "gateways.accounts": {
    method: "POST",
    path: "/v1/ops/gateways/accounts",
    summary: "The merchant's own accounts at each vendor. Credentials are never returned.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({
      vendors: z.array(
        z.looseObject({
          gateway: z.string(),
          environment: z.boolean().meta({
            description:
              "Whether the service has an account of its own there, used where no account is in use.",
          }),
          notification_address: z.string().meta({
            description: "Where the vendor is to notify the merchant's own accounts.",
          }),
          accounts: z.array(accountSchema).meta({ description: "The one in use first, then the newest." }),
        }),
      ),
    }),
    refusals: {},
  },
  "gateways.add_account": {
    method: "POST",
    path: "/v1/ops/gateways/add_account",
    summary:
      "Adds an account at a vendor and uses it for new payments; payments of earlier accounts stay with them.",
    request: z.strictObject({
      credentials: credentialsSchema,
      replaces: accountField.nullable().meta({
        description: "The account that is in use now, as `gateways.accounts` tells it; null for none.",
      }),
      save_anyway: saveAnywayField,
      created_by: authorField,
    }),
    response: z.looseObject({ account: accountSchema }),
    refusals: { 409: NOT_SAVED },
  },
  "gateways.save_account": {
    method: "POST",
    path: "/v1/ops/gateways/save_account",
    summary:
      "Saves a further account without using it, until `gateways.use_account` does. One that is not used within a day is deleted.",
    request: z.strictObject({
      credentials: credentialsSchema,
      save_anyway: saveAnywayField,
      created_by: authorField,
    }),
    response: z.looseObject({ account: accountSchema }),
    refusals: { 409: "There are as many accounts of the vendor as there may be (20)." },
  },
  "gateways.update_account": {
    method: "POST",
    path: "/v1/ops/gateways/update_account",
    summary:
      "Gives an account its new credentials, for its earlier payments too: after the vendor has issued other ones.",
    request: z.strictObject({
      account: accountField,
      revision: accountField.meta({ description: "The revision that is replaced." }),
      credentials: credentialsSchema,
      save_anyway: saveAnywayField,
      proof_in_use: z.boolean("Must be true or false.").optional().meta({
        description:
          "True: as long as the account is in use or has payments, only with a payment that proves at the vendor that the credentials are of the same account; no doubt is saved in spite of. In use or not, it keeps Adyen's HMAC key or gets that of the account in use. `gateways.save_account` takes any other ones.",
      }),
      created_by: authorField,
    }),
    response: z.looseObject({ account: accountSchema }),
    refusals: { 404: "The merchant has no such account.", 409: NOT_SAVED },
  },
  "gateways.use_account": {
    method: "POST",
    path: "/v1/ops/gateways/use_account",
    summary:
      "Decides which account takes new payments: one of the merchant's, or the service's own, if it has one.",
    request: z.strictObject({
      gateway: gatewayField,
      account: accountField.nullable().meta({ description: "Null: none of the merchant's own." }),
      replaces: accountField
        .nullable()
        .meta({ description: "The account that is in use now; null for none." }),
      revision: accountField.nullish().meta({
        description:
          "Only while its credentials have this revision, and the vendor, which is tried again, accepts them.",
      }),
      created_by: authorField,
    }),
    response: z.looseObject({ account: accountSchema.nullable() }),
    refusals: { 404: "The merchant has no such account.", 409: NOT_SAVED },
  },
} as const satisfies OpsOperations;
