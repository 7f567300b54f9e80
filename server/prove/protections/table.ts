/**
 * The faults that the product has promised to survive, each with a test that provokes it. `removal` takes the protection out:
 * with it the test has to fail. Where it is missing, `noRemoval` says why.
 */
export type Protected = {
  row: number;
  fault: string;
  /** What the file calls the test; up to the first placeholder where it is one of a list. */
  test: { file: string; name: string };
  /** More that provokes it, by file. */
  also?: readonly string[];
} & ({ removal: Removal } | { noRemoval: string });

export type Removal = { what: string; file: string; from: string; to: string };

const without = (what: string, file: string, from: string, to = ""): { removal: Removal } => ({
  removal: { what, file, from, to },
});

const REQUEST = "server/dashboard/commands/request-refund.db.test.ts";
const RESOLVE = "server/dashboard/jobs/resolve-refund-intent.db.test.ts";
const CLASSIFY = "lib/client/classify.test.ts";
const INITIATE = "server/routing/http/initiate-payment.http.test.ts";
const INITIATE_FIELDS = "server/routing/http/initiate-payment-fields.http.test.ts";
const ENVELOPE = "server/routing/http/envelope.http.test.ts";

export const PROTECTED: readonly Protected[] = [
  {
    row: 1,
    fault: "double click on Refund",
    test: { file: REQUEST, name: "submitted 20 times at once, one form makes one call and one outcome" },
    also: ["e2e/refund.spec.ts"],
    ...without(
      "the look for the same form under the lock",
      "server/dashboard/commands/reserve-refund.ts",
      'if (earlier !== null && !mayReopen(earlier, request, options)) return { kind: "exists" };',
    ),
  },
  {
    row: 2,
    fault: "two people refund one payment",
    test: { file: REQUEST, name: "50 people refunding one payment at once never exceed it" },
    also: ["prove races", "prove model", "e2e/refund.spec.ts"],
    ...without(
      "the lock on the payment's ledger",
      "server/dashboard/store/refund-ledgers.ts",
      "where transaction_id = $1 for update",
      "where transaction_id = $1",
    ),
  },
  {
    row: 3,
    fault: "time-out after the service accepted",
    test: {
      file: REQUEST,
      name: "is unknown, stays reserved, and blocks another refund of the payment only",
    },
    also: ["prove wire", "e2e/unknown-refund.spec.ts"],
    ...without(
      "a lost answer that is unknown",
      "server/dashboard/commands/refund-answer.ts",
      'return refused(messageOf(answer));\n    }\n    case "unknown":\n      return null;',
      'return refused(messageOf(answer));\n    }\n    case "unknown":\n      return { state: "NOT_SENT", trouble: { kind: "unavailable" } };',
    ),
  },
  {
    row: 4,
    fault: "kill -9 after the intent is written, before the call",
    test: { file: RESOLVE, name: "leaves a job behind, which gives the intent up as not sent" },
    also: ["prove crash"],
    ...without(
      "the job in the intent's transaction",
      "server/dashboard/commands/write-refund-intent.ts",
      "await scheduleResolve(db, intent.id, { delayMs: afterTimeout(ctx.routing.timeoutMs), attempt: 0 });",
    ),
  },
  {
    row: 5,
    fault: "kill -9 after the call, before its answer is stored",
    test: {
      file: RESOLVE,
      name: "leaves an intent that becomes UNKNOWN after the call's deadline, not before",
    },
    also: ["prove crash"],
    ...without(
      "a call without an answer that becomes unknown",
      "server/dashboard/jobs/resolve-refund-intent.ts",
      'await storeRefundAnswer(services, intent, null, { actor: "system", by: "deadline" });',
      'await storeRefundAnswer(services, intent, { state: "NOT_SENT", trouble: { kind: "unavailable" } }, { actor: "system", by: "deadline" });',
    ),
  },
  {
    row: 6,
    fault: "Postgres dies mid-request; lost COMMIT acknowledgement",
    test: {
      file: "server/routing/http/outage.http.test.ts",
      name: "failure 6: while Postgres is dead every answer is 503 in its endpoint's shape",
    },
    also: ["prove crash", "server/checks/jobs.db.test.ts"],
    ...without(
      "telling an outage from a bug",
      "server/platform/pool.ts",
      "export function isDatabaseOutage(error: unknown): boolean {",
      "export function isDatabaseOutage(error: unknown): boolean {\n  if (error !== undefined) return false;",
    ),
  },
  {
    row: 7,
    fault: "HTML 502, empty or cut-off 200",
    test: { file: CLASSIFY, name: "means ${expected}" },
    also: ["prove wire", REQUEST, "e2e/any-service.spec.ts"],
    ...without(
      "a 5xx that says nothing",
      "lib/client/classify.ts",
      'if (status >= 500) return { kind: "unknown", reason: "server_error", status };',
      'if (status >= 500) return { kind: "refused", refusal: { kind: "rejected", status, message: "", faults: [] } };',
    ),
  },
  {
    row: 8,
    fault: "success: false; 201 without refund_id",
    test: { file: REQUEST, name: "success: false in a 201 is one too" },
    also: [CLASSIFY, "prove wire"],
    ...without(
      "a 2xx that says no, told as no",
      "lib/client/classify.ts",
      'return { kind: "refused", refusal: { kind: "rejected", status, ...told } };',
      'return { kind: "unknown", reason: "wrong_shape", status };',
    ),
  },
  {
    row: 9,
    fault: "every error shape of section 7, wrong types in them",
    test: { file: CLASSIFY, name: "keeps the service's words short and on one line" },
    also: ["e2e/any-service-screens.spec.ts"],
    ...without(
      "cutting the service's words",
      "lib/client/refusal-body.ts",
      'return [...text.replace(CONTROLS, " ")].slice(0, MAX_MESSAGE_LENGTH).join("");',
      "return text;",
    ),
  },
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
      "server/routing/domain/refund.ts",
      "paidPaise - totals.refundedPaise - totals.inProgressPaise",
      "paidPaise - totals.refundedPaise",
    ),
  },
  {
    row: 13,
    fault: "NUL, lone surrogates",
    test: { file: INITIATE_FIELDS, name: "a lone surrogate in the reference is refused after the hash" },
    also: ["lib/text.test.ts"],
    ...without("the look for lone surrogates", "lib/text.ts", "/\\0|\\p{Surrogate}/u", "/\\0/u"),
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
    test: { file: "lib/client/sign.test.ts", name: "refuses to sign %j (D1)" },
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
      "the look at the length",
      "server/platform/constant-time.ts",
      "a.length === b.length && timingSafeEqual(a, b)",
      "timingSafeEqual(a, b)",
    ),
  },
  {
    row: 20,
    fault: "id collision, date rollover, clock stepping back",
    test: {
      file: "server/routing/domain/ids.test.ts",
      name: "D7: 100,000 ids of one millisecond, of a clock that stands and steps back, are distinct and rise",
    },
    ...without(
      "milliseconds that only rise",
      "server/routing/domain/ids.ts",
      "Math.max(nowMs, (this.#lastMs.get(key) ?? 0) + 1)",
      "nowMs",
    ),
  },
  {
    row: 21,
    fault: "one reference created 200 times at once",
    test: {
      file: INITIATE,
      name: "of 200 creations of one reference at once, one is 201 and the rest are Already exists",
    },
    ...without(
      "the unique index of a reference's attempts",
      "server/routing/store/migrations/0001_merchants-payments-refunds.sql",
      "  constraint payments_reference_attempt unique (merchant_id, merchant_transaction_id, attempt),\n",
    ),
  },
  {
    row: 22,
    fault: "cancel against pay; late success",
    test: {
      file: "server/routing/http/checkout/checkout.http.test.ts",
      name: "cancel against pay (failure 22): one wins",
    },
    also: ["prove model", "prove crash", "server/dashboard/commands/cancel-payment.db.test.ts"],
    ...without(
      "statuses that are final",
      "server/routing/domain/payment.ts",
      "SUCCESS: [],",
      'SUCCESS: ["CANCELLED"],',
    ),
  },
  {
    row: 23,
    fault: "refund while another is in flight",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "of 60 refunds at once none goes over, and the whole balance is reached",
    },
    also: ["prove races", "prove model"],
    ...without(
      "the lock on the payment's row",
      "server/routing/store/payments.ts",
      "from payments where merchant_id = $1 and id = $2 for update",
      "from payments where merchant_id = $1 and id = $2",
    ),
  },
  {
    row: 24,
    fault: "refund FAILURE, then a late SUCCESS from the gateway",
    test: {
      file: "server/routing/usecases/refunds/refund-standing.db.test.ts",
      name: "a success that comes after the other one's failure is told to operators once",
    },
    ...without(
      "a refund that has ended and stays so",
      "server/routing/usecases/refunds/take-refund-standing.ts",
      "if (refund === null || refund.completedAt !== null) return null;",
      "if (refund === null) return null;",
    ),
  },
  {
    row: 25,
    fault: "worker killed mid-refund; two workers",
    test: {
      file: "server/routing/worker/worker.http.test.ts",
      name: "a job that was locked by a killed worker is done by the next one, after its short lease",
    },
    also: ["prove crash"],
    ...without("the short lease", "server/platform/jobs.ts", "await releaseDeadWorkers(pool);"),
  },
  {
    row: 26,
    fault: "a poll that never ends",
    test: {
      file: "server/dashboard/domain/refund-schedule.test.ts",
      name: "one of %i ms that nobody watches is looked at every %i ms",
    },
    also: ["server/dashboard/queries/find-refund.db.test.ts"],
    ...without(
      "looks that become rarer",
      "server/dashboard/domain/refund-schedule.ts",
      "const byAgeMs = clamp(ageMs / 10, SHORTEST_CHECK_MS, LONGEST_MS);",
      "const byAgeMs = SHORTEST_CHECK_MS;",
    ),
  },
  {
    row: 27,
    fault: "webhook receiver slow, down, 410",
    test: {
      file: "server/routing/worker/webhook-isolation.http.test.ts",
      name: "endpoints that hang delay neither another endpoint nor a refund",
    },
    also: ["server/routing/worker/webhook-delivery.http.test.ts", "prove crash"],
    noRemoval: "workers of their own are the shape of the worker, not a line that can be taken out",
  },
  {
    row: 28,
    fault: "webhook duplicated, reordered, replayed",
    test: {
      file: "server/routing/worker/webhook-delivery.http.test.ts",
      name: "a failed delivery is repeated with the same id and bytes",
    },
    also: ["server/routing/http/gateway-notifications.http.test.ts", "prove crash"],
    noRemoval: "the id is the row's key: there is no line that makes it stable",
  },
  {
    row: 29,
    fault: "webhook or redirect to an inside address, DNS rebinding",
    test: { file: "server/routing/webhooks/address-guard.test.ts", name: "" },
    also: ["server/routing/webhooks/send.test.ts"],
    ...without(
      "the judgement of addresses",
      "server/routing/webhooks/address-guard.ts",
      'if (address.range() !== "unicast") return false;',
    ),
  },
  {
    row: 30,
    fault: "javascript:, //host in surl/furl",
    test: { file: INITIATE_FIELDS, name: "surl javascript:" },
    ...without(
      "the look at surl",
      "server/routing/http/payment-request.ts",
      'faults.take("surl", readFormatted(body.surl, parseReturnUrl, NOT_A_URL), null)',
      'faults.take("surl", readFormatted(body.surl, (text) => text, NOT_A_URL), null)',
    ),
  },
  {
    row: 31,
    fault: "a CSV cell that begins with =, +, -, @",
    test: {
      file: "server/dashboard/export/files.test.ts",
      name: "makes a text of the formula %j (failure 31)",
    },
    also: ["e2e/export.spec.ts"],
    ...without(
      "escaping formulas",
      "server/dashboard/export/csv-file.ts",
      "escape_formulas: true",
      "escape_formulas: false",
    ),
  },
  {
    row: 32,
    fault: "another merchant's ids",
    test: {
      file: "server/routing/http/authentication.http.test.ts",
      name: "each answer is byte-identical to that for an id that never was",
    },
    ...without(
      "the merchant in a payment's lock",
      "server/routing/store/payments.ts",
      "from payments where merchant_id = $1 and id = $2 for update",
      "from payments where $1::integer is not null and id = $2 for update",
    ),
  },
  {
    row: 33,
    fault: "a server action or route handler called directly with another role",
    test: { file: REQUEST, name: "for %s, and the attempt is audited (failure 33)" },
    ...without(
      "the check in the command",
      "server/dashboard/auth/authorize.ts",
      "if (roleAllows(ctx.actor.role, deed)) return true;",
      "if (roleAllows(ctx.actor.role, deed) || deed) return true;",
    ),
  },
  {
    row: 34,
    fault: "a cross-site POST without Origin",
    test: {
      file: "server/dashboard/http/front.http.test.ts",
      name: "lets no cross-site request through to Next",
    },
    ...without(
      "the refusal without Origin",
      "server/dashboard/http/cross-site.ts",
      'return headers["sec-fetch-site"] !== "same-origin";',
      "return false;",
    ),
  },
  {
    row: 35,
    fault: "old cookie after sign-out, role change, deactivation",
    test: {
      file: "server/dashboard/auth/sign-in.db.test.ts",
      name: "when %s, and does not come back when that is undone",
    },
    ...without(
      "the trigger that ends sessions",
      "server/dashboard/store/migrations/0001_people-refunds-audit.sql",
      "create trigger people_end_sessions after update on people\n  for each row execute function end_sessions_of_person();",
    ),
  },
  {
    row: 36,
    fault: "password guessing",
    test: {
      file: "server/dashboard/auth/sign-in.db.test.ts",
      name: "locks %s at the eleventh try, the right password included",
    },
    ...without(
      "the lock",
      "server/dashboard/auth/attempts.ts",
      "export const MAX_FAILURES = 10;",
      "export const MAX_FAILURES = 1000;",
    ),
  },
  {
    row: 37,
    fault: "salt in a bundle, a page, a log, an error",
    test: {
      file: "server/platform/log.test.ts",
      name: "a secret reaches no line, at whatever depth it stands, in lists too",
    },
    also: ["e2e/secrets.spec.ts", "server/routing/http/operation.http.test.ts"],
    ...without("salts that no line shows", "server/platform/log.ts", '  "salt",\n'),
  },
  {
    row: 38,
    fault: "audit row cannot be written",
    test: { file: REQUEST, name: "when the audit row cannot be written, and nothing stays behind" },
    ...without(
      "the audit row in the deed's transaction",
      "server/dashboard/commands/write-refund-intent.ts",
      "await recordAudit(db, {",
      "void ({",
    ),
  },
  {
    row: 39,
    fault: "line breaks and escape codes in logged values",
    test: { file: "server/platform/log.test.ts", name: "no value forges a line" },
    also: [CLASSIFY, "server/routing/http/operation.http.test.ts"],
    noRemoval: "it comes with writing each line as JSON; there is no line to take out",
  },
  {
    row: 40,
    fault: "pool exhausted, serialisation failure, deadlock",
    test: {
      file: "server/platform/transaction.db.test.ts",
      name: "of two transactions that lock each other out, both take effect once",
    },
    also: [REQUEST],
    ...without(
      "the bounded retry",
      "server/platform/transaction.ts",
      "if (!canRetry || attempt >= MAX_ATTEMPTS) throw error;",
      "throw error;",
    ),
  },
];

/** The rows as docs/evidence.md shows them. */
export function protectionsTable(): string {
  const rows = PROTECTED.map((entry) => {
    const { row, fault, test, also = [] } = entry;
    const named = test.name === "" ? "the whole file" : `“${cell(test.name)}”`;
    const out = "removal" in entry ? entry.removal.what : `— ${entry.noRemoval}`;
    const more = also.length === 0 ? "" : `; also ${also.map((one) => `\`${one}\``).join(", ")}`;
    return `| ${row} | ${cell(fault)} | \`${test.file}\`: ${named}${more} | ${cell(out)} |`;
  });
  return [
    "| # | fault | the test that provokes it | fails without |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
