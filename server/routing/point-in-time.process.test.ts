import { spawnSync } from "node:child_process";
import { appendFile, chown, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createPlainCluster,
  embeddedBinaries,
  makeFolderFor,
  type PlainPostgres,
  startPlainPostgres,
} from "@/tools/testing/plain-postgres";
import { chooseAccount } from "@/server/embedded/account";
import { copyFolder, makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { projectRoot } from "@/server/platform/root";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";
import { eventually } from "@/tools/testing/routing/merchant-code";

/** Point-in-time recovery of a Postgres of one's own, by the steps of docs/maintenance.md. */
let base: string;
let bin: string;
let archive: string;
let primary: PlainPostgres;
let recovered: PlainPostgres | null = null;
let service: TestService;
let isServiceStopped = false;
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

beforeAll(async () => {
  base = await makeFolder();
  bin = await embeddedBinaries(join(base, "binaries"));
  archive = join(base, "archive");
  await makeFolderFor(await chooseAccount(base), archive);
  await createPlainCluster(bin, join(base, "primary"));
  primary = await startPlainPostgres(bin, join(base, "primary"), {
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    fsync: "off",
  });
  for (const name of ["routing", "dashboard"])
    await query(primary.urlOf("postgres"), `create database ${name}`);
  await migrate({
    connectionString: primary.urlOf("dashboard"),
    folder: migrationsFolder("dashboard"),
    logger: createLogger("test", "silent"),
  });
  service = await startTestService({}, { url: primary.urlOf("routing"), drop: () => Promise.resolve() });
});
afterAll(async () => {
  if (!isServiceStopped) await (service as TestService | undefined)?.stop();
  await recovered?.stop();
  await (primary as PlainPostgres | undefined)?.stop();
  await removeFolder(base);
});

/** What pg_basebackup does, which the embedded Postgres lacks: a copy between the start and the end of a backup. */
async function takeBase(folder: string): Promise<void> {
  // One session: a backup ends with the session that began it.
  const session = new pg.Client({ connectionString: primary.urlOf("postgres") });
  await session.connect();
  await session.query("select pg_backup_start('base', fast => true)");
  await copyFolder(primary.folder, folder);
  const { rows } = await session.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await session.end();
  await rm(join(folder, "postmaster.pid"), { force: true });
  await writeOwned(join(folder, "backup_label"), rows[0]?.labelfile ?? "");
}

async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  if (primary.account !== null) await chown(path, primary.account.uid, primary.account.gid);
}

async function finalRefund(transactionId: string, amount: string): Promise<string> {
  const { refund_id: id } = (await service.merchant.refund(transactionId, amount)).json as {
    refund_id: string;
  };
  await eventually(
    async () => ((await service.merchant.refundStatus(id)).json as { refund_status: string }).refund_status,
    (status) => status === "SUCCESS",
  );
  return id;
}

function refunds(args: string[], url: (name: string) => string): { status: number | null; output: string } {
  const run = spawnSync(process.execPath, [join(projectRoot(), "dist", "refunds.js"), ...args], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      ROUTING_DATABASE_URL: url("routing"),
      DASHBOARD_DATABASE_URL: url("dashboard"),
    },
    encoding: "utf8",
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

test("a database is recovered to the moment before a mistake, and refunds are held until a person releases them", async () => {
  const { merchant } = service;
  const first = await merchant.payment();
  const copy = join(base, "recovered");
  await takeBase(copy);
  const second = await merchant.payment();
  const refundId = await finalRefund(second.transaction_id, "1.00");
  const [row] = await query(primary.urlOf("postgres"), "select now() as at");
  const target = row?.at as Date;

  // The moment is followed by a refund that the customer gets, and by the mistake.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const lostRefund = await finalRefund(first.transaction_id, "2.00");
  await query(primary.urlOf("routing"), "truncate payments cascade");
  expect((await merchant.status(second.merchant_transaction_id)).status).toBe(404);
  const [wal] = await query(primary.urlOf("postgres"), "select pg_walfile_name(pg_switch_wal()) as file");
  await eventually(
    () => readdir(archive),
    (files) => files.includes(String(wal?.file)),
  );

  await writeOwned(join(copy, "recovery.signal"), "");
  await appendFile(
    join(copy, "postgresql.auto.conf"),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      // Postgres does not accept the Z of ISO 8601 here.
      `recovery_target_time = '${target.toISOString().replace("Z", "+00")}'`,
      "recovery_target_action = 'promote'",
      "",
    ].join("\n"),
  );
  recovered = await startPlainPostgres(bin, copy, { fsync: "off" });
  const server = recovered;
  const urlOf = (name: string): string => server.urlOf(name);
  // Refunds are held before anything starts on the recovered server.
  const held = refunds(["hold", target.toISOString()], urlOf);
  expect(held.output).toBe("Routing service: refunds are held.\nDashboard: refunds are held.\n");
  expect(held.status).toBe(0);

  await service.stop();
  isServiceStopped = true;
  const child = await launch({ ...service.variables, ROUTING_DATABASE_URL: urlOf("routing") });
  try {
    for (const { merchant_transaction_id: reference } of [first, second]) {
      const { json } = await merchant.status(reference);
      expect((json as { transaction_status: string }[])[0]?.transaction_status).toBe("SUCCESS");
    }
    expect(((await merchant.refundStatus(refundId)).json as { refund_status: string }).refund_status).toBe(
      "SUCCESS",
    );
    expect((await merchant.refundStatus(lostRefund)).status).toBe(404);
    expect((await merchant.refund(first.transaction_id, "2.00")).status).toBe(429);
    const ready = (await (await fetch(`${service.baseUrl}/readyz`)).json()) as { notice?: string };
    expect(ready.notice).toContain("refunds are held");
    // Payments go on: ids, jobs and sequences work on the new timeline.
    expect((await merchant.payment()).transaction_id).toMatch(/^TXN/);
    expect(refunds(["release"], urlOf).status).toBe(0);
    expect((await merchant.refund(second.transaction_id, "3.00")).status).toBe(201);
  } finally {
    await end(child, "SIGTERM");
  }
});
