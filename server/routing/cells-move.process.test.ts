import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { startLoad } from "./testing/load";
import { eventually, type MerchantCode } from "./testing/merchant-code";
import { addMerchant } from "./testing/add-merchant";
import { isNginxInstalled, WITHOUT_NGINX } from "@/server/checks/nginx";
import { startTwoCells, type TwoCells } from "./testing/two-cells";
import { startWebhookReceiver, type WebhookReceiver } from "./testing/webhook-receiver";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Of the merchant that moves, from before; the pause of the move is mostly for them. */
const OLD_PAYMENTS = Number(process.env.PAYDECK_TEST_OLD_PAYMENTS ?? "2000");
const MERCHANT = 1;

let cells: TwoCells;
let receiver: WebhookReceiver;
let staying: MerchantCode;

/** Starts the move, and kills it with SIGKILL as soon as it says that it has done `step`. */
async function moveAndKill(step: string): Promise<string> {
  const child = spawn(process.execPath, [join(projectRoot(), "dist/cells.js"), ...MOVE], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...cells.variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.includes(`  ${step}:`)) child.kill("SIGKILL");
  });
  await once(child, "exit");
  return output;
}

const MOVE = ["move", "--merchant", String(MERCHANT), "--from", "a", "--to", "b"];

async function addOldPayments(db: pg.Pool, count: number): Promise<void> {
  await db.query(
    `insert into payments select (jsonb_populate_record(p, jsonb_build_object(
       'id', 'TXN20250101' || (1735689600000 + n), 'merchant_transaction_id', 'OLD-' || n,
       'checkout_token', 'old-token-' || lpad(n::text, 14, '0'), 'gateway_checkout_id', 'old_' || n,
       'gateway_transaction_id', 'old_' || n, 'watched_until', null,
       'created_at', p.created_at - interval '90 days', 'completed_at', p.created_at - interval '90 days'))).*
     from payments p, generate_series(1, $2::integer) n
     where p.merchant_id = $1 and p.id = (select min(id) from payments where merchant_id = $1 and status = 'SUCCESS')`,
    [MERCHANT, count],
  );
  await db.query(
    `insert into payment_events (merchant_id, payment_id, kind, at, detail)
     select merchant_id, id, 'old', created_at, '{}' from payments, generate_series(1, 3)
     where merchant_id = $1 and merchant_transaction_id like 'OLD-%'`,
    [MERCHANT],
  );
}

/**
 * A connection without an answer: nginx closes idle connections when it reads a new table, and one of them may have a new
 * request on its way.
 */
const LOST = 0;

describe.skipIf(!isNginxInstalled)(`a move under load${WITHOUT_NGINX}`, () => {
  beforeAll(async () => {
    cells = await startTwoCells();
    receiver = await startWebhookReceiver();
    staying = cells.atProxy(await addMerchant(cells.a, "Staying"));
    expect((await cells.map()).code).toBe(0);
    const merchant = cells.atProxy(cells.a.merchant);
    await merchant.ops("POST", "/v1/ops/webhooks/create", { url: receiver.url });
    // nginx has just read its table anew, and closes connections.
    await eventually(
      () =>
        merchant.payment().then(
          () => true,
          () => false,
        ),
      (isCreated) => isCreated,
    );
    await addOldPayments(cells.a.db, OLD_PAYMENTS);
  });
  afterAll(async () => {
    await (cells as TwoCells | undefined)?.stop();
    await (receiver as WebhookReceiver | undefined)?.stop();
  });

  test("loses no payment, refund or webhook, and makes none twice, though the command is killed on the way", async ({
    annotate,
  }) => {
    const moving = startLoad(cells.atProxy(cells.a.merchant), 4);
    const others = [startLoad(staying, 1), startLoad(cells.atProxy(cells.b.merchant), 1)];
    await sleep(1_500);

    expect(await moveAndKill("frozen")).toContain("frozen");
    await sleep(500);
    expect(await moveAndKill("copied")).toContain("copied");
    await sleep(500);
    const startedAt = performance.now();
    const { nginx } = cells;
    const moved = await cells.cells(...MOVE, "--map", nginx.routesFile, "--nginx-pid", nginx.pidFile);
    expect([moved.code, moved.stderr]).toEqual([0, ""]);
    const tookMs = performance.now() - startedAt;

    await sleep(3_000);
    const ledger = await moving.stop();
    for (const other of others) {
      const seen = await other.stop();
      expect([...seen.refusals.keys()].filter((status) => status !== LOST)).toEqual([]);
      expect(seen.refunds.size).toBeGreaterThan(5);
    }
    await annotate(
      `${String(OLD_PAYMENTS)} old payments, ${String(ledger.payments.size)} new: the last move took ${tookMs.toFixed(0)} ms; refused ${JSON.stringify([...ledger.refusals])}\n${moved.stdout}`,
    );
    expect([...ledger.refusals.keys()].filter((status) => ![503, 409, LOST].includes(status))).toEqual([]);
    expect(ledger.paid.length).toBeGreaterThan(10);

    // The client's view: each payment once, with the id that it was told, and each refund made.
    const merchant = cells.atProxy(cells.a.merchant);
    for (const [reference, { transactionId }] of ledger.payments) {
      const records = await merchant.records(reference);
      expect(records.map((record) => record.transaction_id)).toContain(transactionId);
      const isPaid = ledger.paid.includes(reference);
      if (isPaid) expect(records.filter((record) => record.transaction_status === "SUCCESS")).toHaveLength(1);
    }
    for (const id of ledger.refunds.values())
      await eventually(
        async () => JSON.stringify((await merchant.refundStatus(id)).json),
        (text) => text.includes("SUCCESS"),
      );

    // Both databases: the old one has nothing that the new one lacks, and no refund was made at both simulators.
    const [a, b] = [cells.a.db, cells.b.db];
    const idsIn = async (db: pg.Pool, sql: string): Promise<string[]> =>
      (await db.query<{ id: string }>(sql)).rows.map(({ id }) => id);
    for (const sql of [
      "select id from payments where merchant_id = 1",
      "select id from refunds where merchant_id = 1",
      "select transaction_id as id from simulator.charges where checkout_id like 'simco_1_%'",
      "select idempotency_key || refund_id as id from simulator.refunds where idempotency_key like '1:%'",
      "select id from webhook_deliveries where merchant_id = 1",
    ]) {
      const there = new Set(await idsIn(b, sql));
      expect([sql, (await idsIn(a, sql)).filter((id) => !there.has(id))]).toEqual([sql, []]);
    }
    const refunds = await idsIn(b, "select id from refunds where merchant_id = 1");
    expect(refunds.toSorted()).toEqual([...ledger.refunds.values()].toSorted());
    const made = await idsIn(
      b,
      "select idempotency_key as id from simulator.refunds where idempotency_key like '1:%'",
    );
    expect(made.toSorted()).toEqual(refunds.map((id) => `1:${id}`).toSorted());
    const { rows: doubled } = await b.query(
      `select payment_id from refunds where merchant_id = 1 group by payment_id having count(*) > 1`,
    );
    expect(doubled).toEqual([]);

    // Each payment that ended is told to the merchant's endpoint.
    await eventually(
      () => Promise.resolve(receiver.received.map(({ body }) => body).join("\n")),
      (bodies) => ledger.paid.every((reference) => bodies.includes(reference)),
    );
    const left = await a.query(
      "select from graphile_worker._private_jobs where payload ->> 'merchantId' = '1' and attempts < max_attempts",
    );
    expect(left.rowCount).toBe(0);
  });
});
