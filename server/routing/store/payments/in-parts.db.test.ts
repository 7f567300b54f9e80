import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import { DECISION, newPayment } from "@/tools/testing/routing/new-payment";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { insertPayment, type NewPayment } from "./insert-payment";
import { insertPaymentInParts } from "./insert-payment-in-parts";
import { savePaymentMove } from "./save-move";
import { savePaymentMoveInParts } from "./save-move-in-parts";

/** What is one statement on one Postgres, and several on a Citus (decision 0393): both write the same. */
const MERCHANT = 1;
const byHand = useServiceWithoutWorker();
const query = async (text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await byHand.service.db.query<Record<string, unknown>>(text, values)).rows;
const made = (fields: Partial<Payment> = {}): NewPayment => ({
  payment: newPayment(byHand.deps.ids, MERCHANT, fields),
  decision: DECISION,
  origin: { _requestId: "request-of-the-test" },
});

beforeAll(async () => {
  await ops(byHand.service.merchant, "webhooks.create", {
    url: "https://shop.example/hook",
    events: ["payment.initiated", "payment.cancelled"],
  });
});

/** All that was written of a payment, without what is its own. */
async function writtenOf({ payment }: NewPayment): Promise<unknown> {
  const byId = [MERCHANT, payment.id];
  const [record] = await query(
    "select status, amount_paise, udf2, routing_decision, completed_at is null as open from payments where merchant_id = $1 and id = $2",
    byId,
  );
  const webhooks = await query(
    `select event, sequence, status, merchant_transaction_id = $3 as of_reference,
       occurred_at = next_attempt_at as due, body::jsonb ->> 'type' as type, id ~ '^msg_[0-9a-f]{44}$' as has_id,
       origin
     from webhook_deliveries where merchant_id = $1 and payment_id = $2 order by id`,
    [...byId, payment.reference],
  );
  return {
    record,
    events: await query(
      "select kind, detail from payment_events where merchant_id = $1 and payment_id = $2 order by id",
      byId,
    ),
    outcomes: await query(
      "select gateway, is_success, is_late from payment_outcomes where merchant_id = $1 and payment_id = $2",
      byId,
    ),
    webhooks,
  };
}
describe("a creation", () => {
  const forms = { "in one statement": insertPayment, "in parts": insertPaymentInParts };
  const eachForm = Object.entries(forms);

  test("writes the same in both forms", async () => {
    const written = await Promise.all(
      eachForm.map(async ([, insert]) => {
        const one = made();
        expect(await insert(byHand.deps.pool, one)).toBe("inserted");
        return writtenOf(one);
      }),
    );
    expect(written[1]).toEqual(written[0]);
    expect(written[0]).toMatchObject({
      events: [{ kind: "initiated" }],
      webhooks: [{ due: true, has_id: true, origin: { _requestId: "request-of-the-test" } }],
    });
  });

  test.each(eachForm)(
    "%s: is refused for an id, an attempt or a reference that is in use, and then writes nothing",
    async (_, insert) => {
      const first = made();
      const { pool } = byHand.deps;
      expect(await insert(pool, first)).toBe("inserted");
      const before = await writtenOf(first);
      const refused: [NewPayment, string][] = [
        [made({ id: first.payment.id }), "id_in_use"],
        [made({ reference: first.payment.reference }), "attempt_exists"],
      ];
      const deleted = made();
      await query("insert into forgotten_references (merchant_id, merchant_transaction_id) values ($1, $2)", [
        MERCHANT,
        deleted.payment.reference,
      ]);
      refused.push([deleted, "reference_of_deleted"]);
      for (const [each, outcome] of refused) expect(await insert(pool, each)).toBe(outcome);
      expect(await writtenOf(first)).toEqual(before);
      for (const [each] of refused.slice(1)) {
        expect(await writtenOf(each)).toEqual({ record: undefined, events: [], outcomes: [], webhooks: [] });
      }
    },
  );
});

type State = {
  gateway?: string;
  experiment?: string;
  failure?: string;
  status?: "SUCCESS" | "DROP";
};

describe("a move", () => {
  const forms = [savePaymentMove, savePaymentMoveInParts];

  test.each([
    ["without a gateway", {}],
    ["of a payment that a trial compares", { gateway: "simulator", experiment: "trial" }],
    ["of one that a gateway declined", { gateway: "simulator", failure: "card_declined", status: "DROP" }],
    ["of one that was paid", { gateway: "simulator", status: "SUCCESS" }],
  ] as [string, State][])("%s writes the same in both forms", async (_, state) => {
    const { gateway = null, experiment = null, failure = null, status = "CANCELLED" } = state;
    const written: unknown[] = [];
    for (const save of forms) {
      const one = made();
      await insertPayment(byHand.deps.pool, one);
      await query(
        "update payments set gateway = $3, failure_code = $4, routing_decision = $5 where merchant_id = $1 and id = $2",
        [MERCHANT, one.payment.id, gateway, failure, JSON.stringify({ experiment: { phase: experiment } })],
      );
      const at = new Date();
      const moved = movePayment(one.payment, status, at);
      if (!moved.ok) throw new Error("the payment could not be moved");
      await inTransaction(byHand.deps.pool, (db) =>
        save(db, moved.value, { kind: "moved", at, detail: { why: "a test" } }, one.origin),
      );
      written.push(await writtenOf(one));
    }
    expect(written[1]).toEqual(written[0]);
    expect(written[0]).toMatchObject({ record: { status, open: false }, events: [{}, { kind: "moved" }] });
  });
});
