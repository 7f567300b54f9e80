import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { freePorts } from "@/tools/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";
import { examineOrExplain } from "./examine-or-explain";
import type { Finding } from "./finding";
import { reportJson } from "./report";

const NEXTAUTH_SECRET = "k3J9vQ2mXs8LwT4zRb7N";
let routing: MigratedDatabase;
let dashboard: MigratedDatabase;
let folder: string;
beforeAll(async () => {
  routing = await createMigratedDatabase("routing");
  dashboard = await createMigratedDatabase("dashboard");
  folder = await mkdtemp(join(tmpdir(), "paydeck-doctor-"));
});
afterAll(async () => {
  await Promise.all([routing.drop(), dashboard.drop()]);
  await rm(folder, { recursive: true, force: true });
});

const environment = (variables: Record<string, string>) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  DATA_DIR: folder,
  ROUTING_DATABASE_URL: routing.url,
  DASHBOARD_DATABASE_URL: dashboard.url,
  ROUTING_SALT_KEY: Buffer.from("0123456789abcdefghijklmnopqrstuv").toString("base64"),
  NEXTAUTH_SECRET,
  ...variables,
});

type Run = { problems: string[]; text: string };
const runOf = (text: string): Run => {
  const { checks } = JSON.parse(text) as { checks: Finding[] };
  return { text, problems: checks.filter(({ level }) => level === "problem").map(({ found }) => found) };
};

/** What the command finds, in this process: a program takes most of two seconds to start. */
async function run(variables: Record<string, string> = {}): Promise<Run> {
  return runOf(reportJson(await examineOrExplain(null, environment(variables))));
}

async function runProgram(variables: Record<string, string>): Promise<Run & { code: number }> {
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/doctor.js"), "--json"],
      { env: environment(variables) },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, text: stdout + stderr }),
    );
  });
  return { code, ...runOf(text) };
}

/** The tests' Postgres does not write for a crash, which the command finds each time. */
const others = (problems: string[]): string[] =>
  problems.filter((found) => !/^(fsync|full_page_writes) is off/.test(found));

test("each broken thing is found, and no secret is printed", async () => {
  expect(others((await run()).problems)).toEqual([]);

  expect(others((await run({ NEXTAUTH_SECRET: "" })).problems)).toEqual(["NEXTAUTH_SECRET is not set"]);

  const [port] = freePorts(1);
  const service = {
    ROUTING_BASE_URL: `http://127.0.0.1:${port}`,
    ROUTING_API_KEY: "key-of-a-shop",
    ROUTING_API_SALT: "salt-of-a-shop-1234",
  };
  const wrongUrl = await runProgram(service);
  expect(others(wrongUrl.problems)).toEqual([`nothing responds at ${service.ROUTING_BASE_URL}`]);
  expect(wrongUrl.code).toBe(1);
  const secrets = [NEXTAUTH_SECRET, service.ROUTING_API_SALT, service.ROUTING_API_KEY, routing.url];
  expect(secrets.filter((secret) => wrongUrl.text.includes(secret))).toEqual([]);

  const withPassword = await run({
    ...service,
    ROUTING_BASE_URL: `http://shop:pass-of-a-shop@127.0.0.1:${port}`,
  });
  expect(withPassword.problems).toContainEqual(expect.stringContaining(service.ROUTING_BASE_URL));
  expect(withPassword.text).not.toContain("pass-of-a-shop");

  await chmod(folder, 0o755);
  expect(others((await run()).problems)).toEqual([expect.stringContaining("is open to other users")]);
  await chmod(folder, 0o700);

  await routing.pool.query("delete from schema_migrations");
  expect(others((await run()).problems)).toEqual([expect.stringMatching(/^1 of \d+ are pending/)]);
});

test("a further merchant account with a pending migration or an altered audit log is named", async () => {
  const { pool } = dashboard;
  await pool.query(
    `insert into accounts (id, slug, name, colour, base_url, sealed_credentials)
       values (2, 'berlin', 'Berlin', 'blue', 'https://payments.example.com', 'sealed');
     create schema account_2;
     create table account_2.schema_migrations as select * from public.schema_migrations;
     create table account_2.audit_verifications (like public.audit_verifications including all);
     create table account_2.audit_log (like public.audit_log including all)`,
  );
  const found = async (): Promise<string[]> =>
    (JSON.parse((await run()).text) as { checks: Finding[] }).checks
      .filter(({ check, level }) => check.includes("berlin") && level !== "ok")
      .map(({ check, found: text }) => `${check}: ${text}`);
  expect(await found()).toEqual([]);
  await pool.query(
    `delete from account_2.schema_migrations;
     insert into account_2.audit_verifications select * from jsonb_populate_record(null::account_2.audit_verifications,
       jsonb_build_object('id', gen_random_uuid(), 'requested_at', now(), 'finished_at', now(), 'verdict', 'altered',
         'requested_by', null))`,
  );
  expect(await found()).toEqual([
    expect.stringMatching(/^migrations: account berlin: 1 of \d+ are pending/) as string,
    expect.stringMatching(/^audit log of account berlin: it was altered/) as string,
  ]);
  await pool.query("update accounts set closed_at = now() where id = 2");
  expect(await found()).toEqual([]);
});
