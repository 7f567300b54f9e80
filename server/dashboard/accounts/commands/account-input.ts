import { z } from "zod";
import { ACCOUNT_COLOURS } from "@/lib/accounts/account";
import { ACCOUNT_FIELDS, type AccountField } from "@/lib/accounts/account-views";
import { codePointLength, HASH_SEPARATOR, isAcceptedText, isStorableText } from "@/lib/text";

const MAX_NAME_LENGTH = 80;
const MAX_LENGTH = 500;

const name = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text !== "" && codePointLength(text) <= MAX_NAME_LENGTH)
  .refine((text) => isAcceptedText(text) && !/\p{Cc}/u.test(text));
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
const colour = z.enum(ACCOUNT_COLOURS);
/** Accepts nothing that a client would drop silently or send elsewhere. */
const baseUrl = z
  .string()
  .max(MAX_LENGTH)
  .refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password, search, hash } = new URL(text);
      return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === "");
    },
    { abort: true },
  )
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`.replace(/\/$/, "");
  });
const apiKey = z
  .string()
  .max(MAX_LENGTH)
  .regex(/^[\x21-\x7b\x7d\x7e]+$/);
const salt = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .refine((text) => isStorableText(text) && !text.includes(HASH_SEPARATOR));

/** `isOtherMerchant`: the person says so where it cannot be known. */
export const newAccountSchema = z.object({
  name,
  slug,
  colour,
  baseUrl,
  apiKey,
  salt,
  isOtherMerchant: z.boolean().default(false),
});
export const appearanceSchema = z.object({ name, colour });
export const credentialsSchema = z.object({ apiKey, salt });
export const closedSchema = z.object({ isClosed: z.boolean() });
const targetSchema = z.looseObject({
  id: z
    .union([z.number(), z.string().max(10)])
    .transform(Number)
    .pipe(z.int().min(1).max(32_767)),
});

/** The account that an action names; null for whatever else was sent: an action can be called with anything. */
export function readAccountId(input: unknown): number | null {
  const target = targetSchema.safeParse(input);
  return target.success ? target.data.id : null;
}

export function invalidFields(error: z.ZodError): AccountField[] {
  const names = new Set(error.issues.map((issue) => issue.path[0]));
  return ACCOUNT_FIELDS.filter((field) => names.has(field));
}
