import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "../platform/root";

/** A merchant's program under Node's own resolution and strict rules; each expected error must occur. */
const PROGRAM = `
import { createPaydeckClient, fetchTransport, type Refusal } from "../dist/client.js";

const paydeck = createPaydeckClient({ baseUrl: "https://payments.example", apiKey: "k", salt: "s", transport: fetchTransport() });
const customer_details = { customer_phone: "9876543210" };
const answer = await paydeck.initiatePayment({ merchant_transaction_id: "1", transaction_amount: "1.00", customer_details });
if (answer.kind === "answered" && answer.value.success) answer.value.payment_link.toUpperCase();
// @ts-expect-error: there is a link only where success is true
if (answer.kind === "answered") answer.value.payment_link.toUpperCase();
// @ts-expect-error: there is a value only in an answer
answer.value;
// @ts-expect-error: an amount is a string, as it is hashed
void paydeck.initiateRefund({ transaction_id: "TXN1", refund_amount: 1.5 });
// @ts-expect-error: there is no such operation
void paydeck.ops("refunds.all", {});
// @ts-expect-error: the operation needs its payment
void paydeck.ops("refunds.balance", {});
const balance = await paydeck.ops("refunds.balance", { transaction_id: "TXN1" });
if (balance.kind === "answered") balance.value.remaining_amount.padStart(10);
export function say(refusal: Refusal): string {
  switch (refusal.kind) {
    case "invalid": case "rejected": return refusal.faults.map(({ field, text }) => field + text).join();
    case "not_found": case "conflict": return refusal.message;
    case "key_refused": return "";
    case "busy": return refusal.retryAfterSeconds.toFixed();
  }
}
`;

test("the built client's types serve a merchant's strict program under Node's resolution", () => {
  const root = projectRoot();
  const built = spawnSync(process.execPath, [join(root, "server/setup/client-types.mjs")], {
    encoding: "utf8",
  });
  expect([built.status, built.stderr]).toEqual([0, ""]);

  const folder = join(root, ".checks");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "merchant-program.mts");
  writeFileSync(path, PROGRAM);
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(program);
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
}, 600_000);
