import { type Protected, without } from "./protected";

const REQUEST = "server/dashboard/refunds/commands/request-refund.db.test.ts";
const INITIATE_FIELDS = "server/routing/http/initiate-payment-fields.http.test.ts";
const ENVELOPE = "server/routing/http/envelope.http.test.ts";

/** Values of requests: amounts, texts, bodies and hashes. */
export const VALUES: readonly Protected[] = [
  {
    row: 10,
    fault: "JSON number 1499.00",
    test: { file: INITIATE_FIELDS, name: "the JSON number %s is hashed by its own characters" },
    ...without(
      "a number's own characters",
      "server/routing/http/json-body.ts",
      "value: new JsonNumber(parsed.value),",
      "value: new JsonNumber(String(parsed.valueOf())),",
    ),
  },
  {
    row: 11,
    fault: "1e3, NaN, 0.001, -1, huge, non-ASCII digits",
    test: { file: REQUEST, name: "for the amount %j (failure 11)" },
    also: [INITIATE_FIELDS, "lib/money.test.ts"],
    ...without(
      "the strict grammar of amounts",
      "lib/money.ts",
      "/^([0-9]+)(?:\\.([0-9]{1,2}))?$/",
      "/^\\s*([0-9]+)(?:\\.([0-9]{1,2}))?\\s*$/",
    ),
  },
  {
    row: 12,
    fault: "partial refunds that exhaust the amount",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "rule 2: partial refunds until the balance is used up, exact to the paisa",
    },
    also: ["prove races", "prove model"],
    ...without(
      "refunds in progress in the balance",
      "server/routing/domain/refunds/refund.ts",
      "paidPaise - totals.refundedPaise - totals.inProgressPaise",
      "paidPaise - totals.refundedPaise",
    ),
  },
  {
    row: 13,
    fault: "NUL, lone surrogates",
    test: { file: INITIATE_FIELDS, name: "a lone surrogate in the reference is refused after the hash" },
    also: ["lib/text.test.ts"],
    ...without("the check for lone surrogates", "lib/text.ts", "/\\0|\\p{Surrogate}/u", "/\\0/u"),
  },
  {
    row: 14,
    fault: "NFC and NFD, no-break space",
    test: {
      file: INITIATE_FIELDS,
      name: "NFC and NFD, case, and surrounding spaces make distinct references",
    },
    ...without(
      "references that are compared as sent",
      "server/routing/http/fields.ts",
      'if (typeof value === "string" && value !== "") values[field] = value;',
      'if (typeof value === "string" && value !== "") values[field] = value.normalize("NFC");',
    ),
  },
  {
    row: 15,
    fault: "255 and 256 characters, emoji",
    test: { file: "lib/text.test.ts", name: "length counts code points: an emoji is one" },
    also: [INITIATE_FIELDS],
    ...without(
      "counting code points",
      "lib/text.ts",
      "for (const _ of text) length += 1;",
      "length = text.length;",
    ),
  },
  {
    row: 16,
    fault: "| in a signed value",
    test: { file: "lib/client/sign.test.ts", name: "refuses to sign %j (decision 0024)" },
    also: ["server/routing/http/authentication.http.test.ts"],
    ...without(
      "the refusal to sign",
      "lib/client/sign.ts",
      'value !== "" && !value.includes(HASH_SEPARATOR) && ',
    ),
  },
  {
    row: 17,
    fault: "duplicate keys, __proto__, deep nesting",
    test: { file: ENVELOPE, name: "a body that is %s is 400" },
    ...without(
      "counting keys",
      "server/routing/http/json-body.ts",
      'if (converted.entries !== outline.colons) return err("The request body has a key that is given twice.");',
    ),
  },
  {
    row: 18,
    fault: "10 MB body, wrong type, slow sender",
    test: { file: ENVELOPE, name: "a body over 64 KiB is 413, one of exactly 64 KiB is read" },
    ...without(
      "the limit of a body",
      "server/routing/http/server.ts",
      "bodyLimit: MAX_BODY_BYTES,",
      "bodyLimit: 100 * MAX_BODY_BYTES,",
    ),
  },
  {
    row: 19,
    fault: "short or odd Hash header",
    test: { file: "server/routing/http/authentication.http.test.ts", name: "hash cut short (failure 19)" },
    ...without(
      "the check of the length",
      "server/platform/constant-time.ts",
      "a.length === b.length && timingSafeEqual(a, b)",
      "timingSafeEqual(a, b)",
    ),
  },
  {
    row: 179,
    fault: "an import, or any text that is sent, costs more than its size and holds everybody up",
    test: {
      file: "server/dashboard/bulk/bulk-turns.test.ts",
      name: "the largest import of %s lets others have their turn",
    },
    also: ["prove cost"],
    ...without("reading the rows in slices", "server/dashboard/bulk/domain/bulk-table.ts", "    yield;\n"),
  },
];
