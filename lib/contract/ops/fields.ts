import { z } from "zod";
import { parseAmount } from "../../money";
import { codePointLength, isBlank, isStorableText, MAX_REFERENCE_CODE_POINTS } from "../../text";

/** Fields that several operations of the extension share, in their wire format. */

const textOfAtMost = (characters: number) =>
  z
    .string("Must be a string.")
    .refine((text) => !isBlank(text), "Must not be blank.")
    .refine((text) => codePointLength(text) <= characters, `Must be at most ${characters} characters.`)
    .refine(isStorableText, "Must not contain NUL or lone surrogates.")
    .meta({ minLength: 1, maxLength: characters, pattern: "\\S" });

/** An identifier: not blank, storable, at most 255 code points (decisions 0024 and 0026). */
export const identifierField = textOfAtMost(MAX_REFERENCE_CODE_POINTS);

/** An amount in the grammar of decision 0025, as text: "1499.00". */
export const amountField = z
  .string('Must be an amount as a string, like "1499.00".')
  .refine((text) => parseAmount(text).ok, 'Must be an amount like "1499.00".')
  .meta({ pattern: "^[0-9]{1,13}(?:\\.[0-9]{1,2})?$" });

/** An instant in ISO 8601 with its offset: "2026-01-31T09:00:00Z". */
export const instantField = z.iso.datetime({
  offset: true,
  error: 'Must be a time in ISO 8601 with an offset, like "2026-01-31T09:00:00Z".',
});

const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const PAGE_FAULT = `Must be a whole number from 1 to ${MAX_PAGE}.`;

/** The largest number of items in a page. */
export const limitField = z
  .int(PAGE_FAULT)
  .min(1, PAGE_FAULT)
  .max(MAX_PAGE, PAGE_FAULT)
  .nullish()
  .transform((limit) => limit ?? DEFAULT_PAGE)
  .meta({ description: `How many items at most; ${DEFAULT_PAGE} unless given.` });

/** It may contain an identifier and a gateway's id of a charge, each encoded. */
const MAX_CURSOR_CODE_POINTS = 2_048;

/** The `next_cursor` of the previous page; absent or null for the first page. */
export const cursorField = textOfAtMost(MAX_CURSOR_CODE_POINTS)
  .nullish()
  .meta({ description: "The next_cursor of the page before; absent or null for the first page." });

/** The cursor at the end of every page; null on the last one. */
export const nextCursorField = z
  .string()
  .nullable()
  .meta({ description: "Hand it back as cursor for the next page; null on the last one." });
