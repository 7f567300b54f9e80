import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { figure } from "../browser.mjs";
import { runLoad } from "../load.mjs";
import { residentMb, withProcessorTime } from "../processor.mjs";
import { seedPayments } from "../seed.mjs";

const PEOPLE = 200;
const WATCHED = 20;

/**
 * 200 people, each with a separate session, who view 20 refunds with the same request as the page of a refund. First
 * final refunds, which the dashboard knows completely, then pending ones; the number of calls to the service meanwhile
 * shows whether polls are shared.
 */
export async function measurePeople(stack, { seconds }) {
  const seed = { count: WATCHED, status: "SUCCESS", refunds: true };
  const ended = (await seedPayments(stack.pool, stack.merchant.id, seed)).refundIds;
  // New ones each time: the service soon finds out that the gateway knows none of them.
  const seedPending = async () => {
    const { refundIds } = await seedPayments(stack.pool, stack.merchant.id, seed);
    await stack.pool.query(
      "update refunds set status = 'PROCESSING', completed_at = null where merchant_id = $1 and id = any($2)",
      [stack.merchant.id, refundIds],
    );
    return refundIds;
  };
  const cookies = await cookiesOf(stack, PEOPLE);
  const { port } = new URL(stack.dashboardUrl);
  const poll = async (refundIds) => {
    let turn = 0;
    const next = () => {
      turn += 1;
      const path = `/api/refunds/${refundIds[turn % WATCHED]}`;
      return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookies[turn % PEOPLE]}\r\n\r\n`;
    };
    return runLoad({ port: Number(port), callers: 32, seconds, next, expected: 200 });
  };
  const measured = { pool: stack.pool, pid: stack.dashboardPid };
  await poll(ended);
  await poll(await seedPending());
  const before = residentMb(stack.dashboardPid);
  const calm = await withProcessorTime(measured, () => poll(ended));
  const pending = await seedPending();
  const callsBefore = await serviceCalls(stack);
  const load = await withProcessorTime(measured, () => poll(pending));
  const calls = (await serviceCalls(stack)) - callsBefore;
  const after = residentMb(stack.dashboardPid);
  return [
    ...pollFigures(`${PEOPLE} people at ${WATCHED} refunds that have ended`, calm),
    ...pollFigures(`the same at ${WATCHED} pending`, load),
    figure(
      "calls to the service, for each of these",
      (calls / load.requests).toFixed(3),
      "shared: below 0.1",
      // Zero would mean that nothing was counted: pending refunds are polled all the time.
      calls > 0 && calls < load.requests / 10,
    ),
    figure(
      "memory of the dashboard before and after",
      `${before.toFixed(0)} and ${after.toFixed(0)} MB`,
      "flat: within a tenth",
      after <= before * 1.1,
    ),
  ];
}

function pollFigures(whose, { requests, perSecond, p50, p99, programMs }) {
  return [
    figure(`polls a second of ${whose}`, perSecond.toFixed(0), "—", true),
    figure("median and p99 of these", `${p50.toFixed(1)} and ${p99.toFixed(1)} ms`, "—", true),
    figure("processor time of the dashboard for each", `${(programMs / requests).toFixed(2)} ms`, "—", true),
  ];
}

/** Creates sessions directly; signing in 200 people would measure password hashing. */
async function cookiesOf({ folder }, count) {
  const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
  const secret = read("secrets.json").nextAuthSecret;
  const db = new pg.Pool({ connectionString: read("running.json").dashboardDatabaseUrl, max: 2 });
  try {
    const cookies = [];
    for (let person = 0; person < count; person += 1) {
      const [id, sessionId] = [randomUUID(), randomUUID()];
      await db.query(
        `insert into people (id, email, name, role, password_hash, created_at, activated_at)
         values ($1, $2, 'A person who polls', 'finance', 'nobody signs in with it', now(), now())`,
        [id, `${id}@example.com`],
      );
      await db.query(
        `insert into sessions (id, person_id, created_at, expires_at, last_used_at, opened_by)
         values ($1, $2, now(), now() + interval '1 hour', now(), 'password')`,
        [sessionId, id],
      );
      cookies.push(`next-auth.session-token=${await encode({ token: { sub: id, sessionId }, secret })}`);
    }
    return cookies;
  } finally {
    await db.end();
  }
}

/** How often the service was called for the status of a refund since its start. */
async function serviceCalls({ routingUrl }) {
  const text = await (await fetch(`${routingUrl}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("paydeck_http_requests_total") && line.includes("/refund-status/"))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
