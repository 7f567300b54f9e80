import { randomUUID } from "node:crypto";
import type { Random } from "../random";
import { absurd, absurdText, type Json, mangled } from "./absurd";
import type { Sent } from "./send";
import { asHeader, type KnownIds } from "./service-requests";

type ActionCall = Pick<Sent, "headers" | "body">;

export const INPUT_NAMES: readonly [string, ...string[]] = [
  "transactionId",
  "merchantTransactionId",
  "reference",
  "refundId",
  "intentId",
  "runId",
  "approvalId",
  "personId",
  "keyId",
  "endpointId",
  "deliveryId",
  "gateway",
  "amount",
  "reason",
  "note",
  "name",
  "email",
  "role",
  "label",
  "url",
  "events",
  "personAction",
  "factorAction",
  "password",
  "code",
  "version",
  "rules",
  "expectedVersion",
  "overlapHours",
];

/** The arguments of a server action as Next's script would send them, or nearly. */
export function actionCall(random: Random, known: KnownIds): ActionCall {
  return random.chance(0.5) ? withObject(random, known) : withForm(random, known);
}

function withObject(random: Random, known: KnownIds): ActionCall {
  const isUnreadable = random.chance(0.15);
  const given = actionInput(random, known);
  const text = JSON.stringify([isUnreadable ? given : escaped(given)]);
  return {
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: isUnreadable ? mangled(random, text) : Buffer.from(text),
  };
}

function withForm(random: Random, known: KnownIds): ActionCall {
  const isUnreadable = random.chance(0.15);
  const roots = isUnreadable
    ? (["[", '["$@9"]', '["$Q1"]', '["$1"]', '["$F1"]', ""] as const)
    : (['[null,"$K1"]', '["$K1"]', "[]"] as const);
  const fields = Array.from({ length: random.whole(0, 5) }, (): [string, string] => [
    `_1_${random.chance(0.8) ? random.pick(INPUT_NAMES) : asHeader(absurdText(random)).replaceAll('"', "")}`,
    random.chance(0.3) ? (known.pick(random) ?? "") : absurdText(random, 60),
  ]);
  const parts = [...fields, ["0", random.pick(roots)]].map(
    ([name = "", value = ""]) =>
      `--form-boundary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { "content-type": "multipart/form-data; boundary=form-boundary" },
    body: Buffer.from(`${parts.join("")}--form-boundary--\r\n`),
  };
}

/** An object with field names that actions read and values that they do not expect. */
function actionInput(random: Random, known: KnownIds): Json {
  if (random.chance(0.2)) return absurd(random);
  return Object.fromEntries(
    Array.from({ length: random.whole(0, 8) }, () => [
      random.pick(INPUT_NAMES),
      random.chance(0.3) ? (known.pick(random) ?? randomUUID()) : absurd(random),
    ]),
  );
}

/** A text that begins with a dollar sign would be read as a reference: like Next's script, this adds another one. */
function escaped(value: Json): Json {
  if (typeof value === "string") return value.startsWith("$") ? `$${value}` : value;
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(escaped);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
