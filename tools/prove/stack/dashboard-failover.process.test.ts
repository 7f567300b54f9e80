import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { formatPaise } from "@/lib/money";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { commitOnBoth, type Standby, startStandby } from "@/tools/testing/standby";
import { query } from "@/tools/testing/embedded/harness";
import { projectRoot } from "@/server/platform/root";
import { launchDashboard, planDashboard, type ProofDashboard } from "./dashboard";
import { createPaidPayment, merchantOf } from "./merchant";
import type { Program } from "./program";
import { launchService, planService, type ProofService } from "./service";
import { signInStaff, type Staff } from "./staff";

/** The dashboard's database fails over to its synchronous standby while staff refund payments and open pages. */
const ACKNOWLEDGED_BEFORE = 12;
const FORMS = 3;
const LIMIT_MS = 90_000;

let postgres: OwnPostgres;
let standby: Standby;
let address: NetworkDouble;
let routingDatabase: TestDatabase;
let service: ProofService;
let dashboard: ProofDashboard;
const programs: Program[] = [];
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

beforeAll(async () => {
  postgres = await startOwnPostgres("dashboard");
  standby = await startStandby(postgres.folder, postgres.adminUrl);
  await commitOnBoth(postgres.adminUrl);
  address = await openNetworkDouble(postgres.database.url);
  routingDatabase = await createTestDatabase("routing");
  service = await planService(routingDatabase.url, { SIMULATOR_REFUND_MS: "300" });
  dashboard = await planDashboard(address.urlOf(postgres.database.url), service);
  programs.push(await launchService(postgres.folder, service));
  programs.push(await launchDashboard(postgres.folder, dashboard));
  for (const program of programs) await program.ready;
});
afterAll(async () => {
  for (const program of programs.reverse()) await program.stop();
  const [open, copy, own, routing] = [address, standby, postgres, routingDatabase] as [
    NetworkDouble?,
    Standby?,
    OwnPostgres?,
    TestDatabase?,
  ];
  await open?.close();
  await copy?.kill();
  await own?.stop();
  await routing?.drop();
});

const outcomeSchema = z.looseObject({ kind: z.string(), refundId: z.string().optional() });
type Acknowledged = { intentId: string; refundId: string };

async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error("it did not come true in time");
    await sleep(50);
  }
}

test("a promoted standby has every session and refund that the dashboard acknowledged, and staff go on with them", async ({
  annotate,
}) => {
  const finance = await signInStaff(dashboard.url, "finance@example.com", dashboard.password);
  const merchant = merchantOf(service, 20_000);
  const acknowledged: Acknowledged[] = [];
  const requested = new Set<string>();
  let isOver = false;

  // Each form has a payment and amounts of its own: equal ones count as likely duplicates.
  const press = async (staff: Staff, form: number): Promise<void> => {
    const payment = await createPaidPayment(merchant, { reference: `FAIL-${form}`, amount: "100000.00" });
    for (let count = 1n; !isOver; count += 1n) {
      const intentId = randomUUID();
      requested.add(intentId);
      const input = { intentId, ...payment, amount: formatPaise(100n + count), reason: "Failover" };
      const outcome = outcomeSchema.safeParse(await staff.call("requestRefundAction", input));
      const refundId = outcome.data?.kind === "accepted" ? outcome.data.refundId : undefined;
      if (refundId !== undefined) acknowledged.push({ intentId, refundId });
    }
  };
  const pages: { at: number; isGood: boolean }[] = [];
  const read = async (): Promise<void> => {
    while (!isOver) {
      const isGood = await fetch(`${dashboard.url}/refunds`, {
        headers: { cookie: finance.cookie },
        redirect: "manual",
        signal: AbortSignal.timeout(20_000),
      }).then(
        // Without its database the dashboard must not take a person for signed out.
        async (response) => {
          expect(response.headers.get("location") ?? "").not.toContain("/login");
          return response.status === 200 && (await response.text()).includes("</html>");
        },
        () => false,
      );
      pages.push({ at: performance.now(), isGood });
      await sleep(50);
    }
  };
  const work = [...Array.from({ length: FORMS }, (_, form) => press(finance, form)), read()];
  await untilTrue(() => acknowledged.length >= ACKNOWLEDGED_BEFORE);

  await postgres.kill();
  await standby.promote();
  address.moveTo(Number(new URL(standby.urlOf(postgres.adminUrl)).port));
  const movedAt = performance.now();
  const before = acknowledged.length;
  await untilTrue(() => acknowledged.length > before);
  const refundAfterMs = performance.now() - movedAt;
  await untilTrue(() => pages.some(({ at, isGood }) => isGood && at > movedAt));
  const pageAfterMs = (pages.find(({ at, isGood }) => isGood && at > movedAt)?.at ?? Infinity) - movedAt;
  await untilTrue(() => acknowledged.length >= before + ACKNOWLEDGED_BEFORE);
  isOver = true;
  await Promise.all(work);
  await annotate(
    `the next refund was acknowledged after ${refundAfterMs.toFixed(0)} ms, the next page after ${pageAfterMs.toFixed(0)} ms`,
  );

  // Every acknowledged refund is there, with the refund id that the form showed.
  const promoted = standby.urlOf(postgres.database.url);
  const stateOf = async () =>
    new Map(
      (await query(promoted, "select id, state, refund_id, refund_status from refund_intents")).map((row) => [
        String(row.id),
        row,
      ]),
    );
  let intents = await stateOf();
  for (const { intentId, refundId } of acknowledged) {
    expect(intents.get(intentId)).toMatchObject({ state: "ACCEPTED", refund_id: refundId });
  }
  // Those without a usable response are found out by the jobs: each has one refund at the service, or none.
  await untilTrue(async () => {
    intents = await stateOf();
    return [...intents.values()].every(
      ({ state, refund_status: status }) =>
        state === "NOT_SENT" || state === "REFUSED" || (state === "ACCEPTED" && status === "SUCCESS"),
    );
  });
  expect([...intents.keys()].every((id) => requested.has(id))).toBe(true);
  const known = [...intents.values()].flatMap(({ refund_id: id }) => (typeof id === "string" ? [id] : []));
  expect(new Set(known).size).toBe(known.length);
  const made = await query(routingDatabase.url, "select id from refunds");
  expect(made.map(({ id }) => String(id)).toSorted()).toEqual(known.toSorted());

  // The audit log is whole, and has one entry for each request.
  const audit = spawnSync(process.execPath, [join(projectRoot(), "dist", "audit-verify.js")], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DASHBOARD_DATABASE_URL: promoted },
    encoding: "utf8",
  });
  expect(audit.stdout).toContain("The audit log is whole");
  const newcomer = await signInStaff(dashboard.url, "support@example.com", dashboard.password);
  expect(newcomer.cookie).not.toBe("");
});
