import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePorts } from "@/tools/checks/programs.mjs";
import {
  buildOwner,
  killHard,
  makeFolder,
  ownersUrl,
  query,
  removeFolder,
  startOwner,
} from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";
import { projectRoot } from "@/server/platform/root";
import { loadSecrets, saveSecrets } from "@/server/start/secrets";

/** A small demo by the built command; then what must hold of it, by the product's own commands and by SQL. */
const LIMIT_MS = 240_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });

let folder: string;
let saltKey: string;
let owner: ChildProcess | null = null;
let first: Outcome;
let second: Outcome;
let url: string;
const [port = "", routingPort = ""] = freePorts(2);

type Outcome = { code: number | null; output: string };

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [join(projectRoot(), "dist", `${program}.js`), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: folder,
      PORT: port,
      ROUTING_PORT: routingPort,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;
const routing = (sql: string) => query(at("routing"), sql);
const dashboard = (sql: string) => query(at("dashboard"), sql);

beforeAll(async () => {
  await buildOwner();
  folder = await makeFolder();
  const { secrets } = await loadSecrets(folder, {});
  saltKey = secrets.routingSaltKey;
  await saveSecrets(folder, { ...secrets, superuserPassword: TEST_OPTIONS.superuserPassword });
  first = await run("tools/demo", ["--payments", "400"]);
  second = await run("tools/demo", ["--payments", "400"]);
  owner = startOwner(folder);
  url = await ownersUrl(owner);
});
afterAll(async () => {
  if (owner !== null) await killHard(owner);
  await removeFolder(folder);
});

test("it says how far it is, and ends", () => {
  expect(first.output).toMatch(/^ {2}0 % {2}people and rules\n[^]*100 % {2}done\n400 payments in \d+ s\. /);
  expect(first.code).toBe(0);
});

test("it is refused where a demo is already, and where it is no sandbox", async () => {
  expect(second.output).toContain("gets no demo: it has other people than its own four");
  expect(second.code).toBe(1);
  const elsewhere = await run("tools/demo", [], {
    ROUTING_DATABASE_URL: "postgres://test@127.0.0.1:1/routing",
  });
  expect(elsewhere.output).toContain("this is none: ROUTING_DATABASE_URL is set. Nothing was changed.");
  const vendor = await run("tools/demo", [], { STRIPE_SECRET_KEY: "sk_test_1" });
  expect(vendor.output).toContain("this is none: STRIPE_SECRET_KEY is set");
  expect(vendor.code).toBe(1);
});

test("the audit log is whole, and holds the actions of several people", async () => {
  const verified = await run("audit-verify", [], { DASHBOARD_DATABASE_URL: at("dashboard") });
  expect(verified.output).toContain("The audit log is whole");
  const people = await dashboard("select distinct actor_email from audit_log");
  expect(people.length).toBeGreaterThan(5);
  const [row] = await dashboard(
    "select count(*)::int as count from (select at, lag(at) over (order by id) as earlier from audit_log) a where at < earlier - interval '1 second'",
  );
  expect(row).toEqual({ count: 0 });
});

test("the records agree with the gateways, and no payment is refunded above its amount", async () => {
  const env = { ROUTING_DATABASE_URL: at("routing"), ROUTING_SALT_KEY: saltKey };
  const today = await run("reconcile", ["--json", "--dry-run"], env);
  expect(today.code, today.output).toBe(0);
  const held = await run("refunds", [], {
    ROUTING_DATABASE_URL: at("routing"),
    DASHBOARD_DATABASE_URL: at("dashboard"),
  });
  expect(held.output.match(/refunds are not held/g)).toHaveLength(2);
  expect(
    await routing(`select p.id from payments p join refunds r on r.merchant_id = p.merchant_id and r.payment_id = p.id
      where r.status <> 'FAILURE' group by p.merchant_id, p.id, p.amount_paise having sum(r.amount_paise) > p.amount_paise`),
  ).toEqual([]);
  expect(
    await routing(`select p.id from payments p left join simulator.charges c
      on c.transaction_id = p.gateway_transaction_id and c.outcome = 'SUCCESS' and c.amount_paise = p.amount_paise
      where p.status = 'SUCCESS' and c.transaction_id is null`),
  ).toEqual([]);
});

test("there is everything that a screen can show", async () => {
  const states = await routing("select distinct status from payments order by status");
  expect(states.map(({ status }) => status)).toEqual([
    "CANCELLED",
    "DROP",
    "FAILURE",
    "INITIATED",
    "SUCCESS",
  ]);
  const gateways = await routing(
    "select distinct gateway from payments where gateway is not null order by 1",
  );
  expect(gateways).toHaveLength(3);
  const [followed] = await routing(
    `select count(*) > 0 as long_ago from payments
     where routing_decision ? 'shares' and created_at < now() - interval '10 days'`,
  );
  expect(followed, "payments follow what earlier ones have shown").toEqual({ long_ago: true });
  const [unknown] = await dashboard("select count(*)::int as n from refund_intents where state = 'UNKNOWN'");
  expect(unknown).toEqual({ n: 1 });
  const [ours] = await dashboard(
    `select ((select count(*) from refund_intents where state = 'ACCEPTED')
       + (select count(*) from account_2.refund_intents where state = 'ACCEPTED'))::int as n`,
  );
  const [theirs] = await routing("select count(*)::int as n from refunds");
  expect(theirs).toEqual(ours);
  const underWay = await routing(
    "select id from refunds where completed_at is null and requested_at < now() - interval '1 day'",
  );
  expect(underWay, "only the newest refunds are still at the bank").toEqual([]);
  const counted = async (table: string, by: string) =>
    dashboard(`select ${by} as state, count(*)::int as n from ${table} group by 1 order by 1`);
  expect(await counted("refund_requests", "state")).toEqual([
    { state: "OPEN", n: 2 },
    { state: "QUESTION", n: 1 },
  ]);
  expect(await counted("manual_refunds", "state")).toEqual([
    { state: "CONFIRMED", n: 1 },
    { state: "WAITING", n: 1 },
  ]);
  const taken = await dashboard("select item_id from work_items where assignee_id is not null");
  expect(taken).toHaveLength(2);
  const views = await dashboard("select shared_with is not null as shared from saved_views order by 1");
  expect(views.map(({ shared }) => shared)).toEqual([false, true, true, true, true]);
  const desk = await dashboard(
    `select r.name from roles r join people p on p.composed_role_id = r.id
     join refund_intents i on i.requested_by = p.id where r.refund_limits is not null`,
  );
  expect(desk).toEqual([{ name: "Refund desk" }]);
  const endpoints = await routing("select enabled from webhook_endpoints order by enabled");
  expect(endpoints.map(({ enabled }) => enabled)).toEqual([false, true, true, true]);
  const deliveries = await routing("select distinct status from webhook_deliveries");
  expect(deliveries.length).toBeGreaterThan(1);
  const [elsewhere] = await dashboard(
    `select (select name from accounts where id = 2) as name, (select count(*)::int from account_2.people) as people,
       (select count(*)::int from people where only_elsewhere) as only_there,
       (select count(*)::int from account_2.approval_requests) as approvals`,
  );
  expect(elsewhere).toEqual({ name: "Monsoon Books", people: 6, only_there: 1, approvals: 1 });
  const shares = await routing(
    "select m.name, count(*)::int as n from payments p join merchants m on m.id = p.merchant_id group by 1 order by 1",
  );
  expect(shares).toMatchObject([{ name: "Monsoon Books" }, { name: "Sandbox" }]);
  const future = await routing("select id from payments where greatest(created_at, completed_at) > now()");
  expect(future).toEqual([]);
});
