import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { STATEMENTS } from "./floor-statements.mjs";

/**
 * The baseline: the minimum that can serve the five endpoints on this machine: node:http and pg, with the same hash,
 * statements and durability as the service, and nothing else. It validates nothing, so it must not be reachable from
 * outside.
 */
const ANNOUNCE_EVERY_MS = 10;
const { FLOOR_DATABASE_URL, FLOOR_SALT, FLOOR_PORT } = process.env;
const pool = new pg.Pool({
  connectionString: FLOOR_DATABASE_URL,
  max: 30,
  application_name: "paydeck-floor",
});

const run = (db, name, values) => db.query({ name, text: STATEMENTS[name], values });

let lastMs = 0;
/**
 * The date, and a millisecond that no other id of this process has. With separate prefixes: above a thousand a second
 * its ids run ahead of the clock and would collide with those of the service, which is measured next.
 */
function nextId(prefix) {
  lastMs = Math.max(lastMs + 1, Date.now());
  return `${prefix}${new Date(lastMs).toISOString().slice(0, 10).replaceAll("-", "")}${lastMs}`;
}

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const value = await work(client);
    await client.query("commit");
    return value;
  } finally {
    client.release();
  }
}

let isAnnouncing = false;
/**
 * Wakes the worker as often as the service does: otherwise the worker would only run during the service's measurements.
 */
async function announce() {
  if (isAnnouncing) return;
  isAnnouncing = true;
  await sleep(ANNOUNCE_EVERY_MS);
  isAnnouncing = false;
  await run(pool, "announce", ["refunds"]).catch(() => undefined);
}

const ENDPOINTS = {
  "/v1/route/initiate_payment": {
    hashed: ["merchant_transaction_id", "transaction_amount"],
    async respond(merchantId, body) {
      const reference = body.merchant_transaction_id;
      await run(pool, "ofReference", [merchantId, reference]);
      await run(pool, "rules", [merchantId, 1]);
      const [id, now] = [nextId("TXF"), new Date()];
      const paise = body.transaction_amount.replace(".", "");
      const token = randomBytes(18).toString("base64url");
      const { customer_email: email, customer_phone: phone } = body.customer_details;
      const open = [email, phone, null, null, null, null, null, null, null, null, null, null, null, null];
      const money = [merchantId, id, reference, 1, paise, "INR", "INITIATED", token];
      const times = [now, null, new Date(now.getTime() + 86_400_000), null];
      const event = ["payment.initiated", 1, now, JSON.stringify(body), "{}"];
      await run(pool, "insertPayment", [...money, ...open, ...times, DECISION, ...event]);
      await Promise.all([run(pool, "health", [String(merchantId)]), run(pool, "accounts", [merchantId])]);
      await run(pool, "issueLink", [
        merchantId,
        id,
        "simulator",
        `simco_${id}`,
        null,
        now,
        null,
        DECISION,
        null,
      ]);
      return [201, { success: true, payment_link: `http://floor/${token}`, transaction_id: id }];
    },
  },
  "/v1/route/transaction-status": {
    hashed: ["merchant_transaction_id"],
    async respond(merchantId, body) {
      const { rows } = await run(pool, "ofReference", [merchantId, body.merchant_transaction_id]);
      return [200, rows];
    },
  },
  "/v1/route/transaction-cancel": {
    hashed: ["merchant_transaction_id"],
    async respond(merchantId, body) {
      await inTransaction(async (db) => {
        const { rows } = await run(db, "lockLatest", [merchantId, body.merchant_transaction_id]);
        const now = new Date();
        const event = ["payment.cancelled", 2, now, JSON.stringify(rows[0]), "{}"];
        const move = [merchantId, rows[0].id, "CANCELLED", now, null, "cancelled", now, "{}"];
        await run(db, "movePayment", [...move, ...event]);
      });
      return [200, { success: true, message: "Transaction cancelled successfully" }];
    },
  },
  "/v1/route/refund-initiate/": {
    hashed: ["transaction_id", "refund_amount"],
    async respond(merchantId, body) {
      const id = nextId("RFF");
      await inTransaction(async (db) => {
        const { rows } = await run(db, "lockPayment", [merchantId, body.transaction_id]);
        const [payment] = rows;
        await run(db, "refundTotals", [merchantId, payment.id]);
        const paise = body.refund_amount.replace(".", "");
        const what = [merchantId, id, payment.id, payment.merchant_transaction_id, paise, "INR", "INITIATED"];
        await run(db, "insertRefund", [...what, null, payment.gateway, null, new Date(), null, true, "{}"]);
      });
      void announce();
      return [201, { success: true, refund_id: id }];
    },
  },
  "/v1/route/refund-status/": {
    hashed: ["refund_id"],
    async respond(merchantId, body) {
      const { rows } = await run(pool, "refund", [merchantId, body.refund_id]);
      return [200, rows[0]];
    },
  },
};

const DECISION = JSON.stringify({ ruleSetVersion: 1, verdicts: [], attempts: [] });

async function respond(request, raw) {
  const endpoint = ENDPOINTS[request.url];
  const body = JSON.parse(raw);
  const apiKey = request.headers["x-api-key"];
  const { rows } = await run(pool, "key", [apiKey, new Date()]);
  const signed = [apiKey, ...endpoint.hashed.map((field) => body[field]), FLOOR_SALT].join("|");
  const hash = createHash("sha256").update(signed).digest("hex");
  if (hash !== request.headers.hash) return [401, { detail: "Invalid authentication hash." }];
  return endpoint.respond(rows[0].merchant_id, body);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    respond(request, Buffer.concat(chunks).toString("utf8"))
      .catch((error) => [500, { detail: error.message }])
      .then(([status, body]) => {
        const text = JSON.stringify(body);
        const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
        response.writeHead(status, headers).end(text);
      });
  });
});
server.listen(parseInt(FLOOR_PORT, 10), "127.0.0.1", () => console.log("listening"));
process.on("SIGTERM", () => process.exit(0));
