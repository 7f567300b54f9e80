import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { figure } from "../browser.mjs";
import { openCaller } from "../load.mjs";
import { usedMs } from "../processor.mjs";
import { opsRequest, requestBytes, signedRequest } from "../sign.mjs";

const CUSTOMER = { customer_email: "customer@example.com", customer_phone: "9876543210" };
const CALLERS = 64;
/** Of how many payments one is refunded. */
const REFUNDED = 20;
const GOALS = { programMs: 0.8, databaseMs: 1.2 };
/** Within this time the last webhook has arrived and the last refund is final. */
const QUIET_MS = 60_000;

/**
 * Whole payments: created, opened and paid by the customer, asked for twice, every twentieth refunded, and a webhook
 * about each delivered. Processor time of all processes of the service, with their jobs, and of all of Postgres.
 */
export async function measurePaymentLife(stack, { seconds }) {
  const receiver = await startReceiver();
  const caller = await openCaller(stack.service.port);
  try {
    const created = await caller.send(
      opsRequest(stack.merchant, "/v1/ops/webhooks/create", {
        url: receiver.url,
        events: ["payment.succeeded"],
      }),
    );
    if (created.status >= 300) throw new Error(`no webhook endpoint: ${created.text}`);
    await run(stack, receiver, 2);
    const { payments, programMs, databaseMs, perSecond } = await run(stack, receiver, 2 * seconds);
    const cost = (name, ms) =>
      figure(
        `${name}, processor ms a payment`,
        (ms / payments).toFixed(2),
        String(GOALS[name]),
        ms / payments <= GOALS[name],
      );
    return [
      figure("payments a second, until the last webhook and refund", perSecond.toFixed(0), "—", true),
      cost("programMs", programMs),
      cost("databaseMs", databaseMs),
    ];
  } finally {
    caller.close();
    await receiver.stop();
  }
}

async function run(stack, receiver, seconds) {
  const programs = [stack.service.pid, stack.routingPid];
  const database = () => postgresProcesses(stack.folder);
  const [before, databaseBefore, receivedBefore] = [
    sum(programs),
    new Map(database().map((pid) => [pid, usedMs(pid)])),
    receiver.count(),
  ];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let payments = 0;
  const live = async () => {
    const caller = await openCaller(stack.service.port);
    const call = async (bytes, expected) => {
      const response = await caller.send(bytes);
      if (response.status !== expected)
        throw new Error(`${response.status} instead of ${expected}: ${response.text}`);
      return response.text;
    };
    try {
      while (performance.now() < until) {
        payments += 1;
        await payment(stack.merchant, call, payments % REFUNDED === 0);
      }
    } finally {
      caller.close();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, live));
  for (
    const end = performance.now() + QUIET_MS;
    receiver.count() - receivedBefore < payments || (await openRefunds(stack)) > 0;
    await sleep(20)
  ) {
    if (performance.now() > end)
      throw new Error(`${receiver.count() - receivedBefore} of ${payments} webhooks arrived`);
  }
  const elapsed = (performance.now() - startedAt) / 1_000;
  return {
    payments,
    perSecond: payments / elapsed,
    programMs: sum(programs) - before,
    databaseMs: database().reduce((total, pid) => total + usedMs(pid) - (databaseBefore.get(pid) ?? 0), 0),
  };
}

/** What a merchant's integration and a customer send for one payment. */
async function payment(merchant, call, isRefunded) {
  const reference = `LIFE-${randomUUID()}`;
  const fields = {
    merchant_transaction_id: reference,
    transaction_amount: "499.00",
    customer_details: CUSTOMER,
  };
  const status = () =>
    call(
      signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: reference }, [
        reference,
      ]),
      200,
    );
  const created = JSON.parse(
    await call(signedRequest(merchant, "/v1/route/initiate_payment", fields, [reference, "499.00"]), 201),
  );
  const { pathname } = new URL(created.payment_link);
  await call(requestBytes({ method: "GET", path: pathname }), 200);
  await status();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await call(requestBytes({ path: pathname, headers: form, body: "outcome=success" }), 303);
  await status();
  if (!isRefunded) return;
  const id = created.transaction_id;
  const refund = JSON.parse(
    await call(
      signedRequest(merchant, "/v1/route/refund-initiate/", { transaction_id: id, refund_amount: "1.00" }, [
        id,
        "1.00",
      ]),
      201,
    ),
  );
  for (let times = 0; times < 2; times += 1)
    await call(
      signedRequest(merchant, "/v1/route/refund-status/", { refund_id: refund.refund_id }, [
        refund.refund_id,
      ]),
      200,
    );
}

/** A merchant's endpoint, which counts what it accepts. */
async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      received += 1;
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks`,
    count: () => received,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openRefunds({ pool }) {
  const { rows } = await pool.query(
    "select count(*)::integer as open from refunds where status in ('INITIATED', 'PROCESSING')",
  );
  return rows[0].open;
}

/** All processes of the stack's Postgres: sessions and what writes in the background. */
function postgresProcesses(folder) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = parseInt(
          readFileSync(`/proc/${name}/stat`, "latin1").split(") ").at(-1).split(" ")[1],
          10,
        );
        return [
          { pid: parseInt(name, 10), parent, command: readFileSync(`/proc/${name}/cmdline`, "latin1") },
        ];
      } catch {
        // It has ended since the folder was listed.
        return [];
      }
    });
  const main = all.find(({ command }) => command.includes("postgres") && command.includes(folder));
  if (main === undefined) throw new Error("the stack's Postgres was not found");
  return all.filter(({ pid, parent }) => pid === main.pid || parent === main.pid).map(({ pid }) => pid);
}

function sum(pids) {
  return pids.reduce((total, pid) => total + usedMs(pid), 0);
}
