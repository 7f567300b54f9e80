import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool, sqlState } from "@/server/platform/pool";
import { auditHead, auditLinks } from "../audit/store/audit-chain";
import { recordAudit } from "../audit/store/record-audit";
import { openDatabase } from "./open-database";

const logger = createLogger("test", "silent");
const SECRET = "test-secret-of-the-dashboard";

let database: TestDatabase;
let owner: Pool;
let working: Pool;

const open = (connectionString: string, secret = SECRET) =>
  openDatabase({ connectionString, secret, applicationName: "test", maxConnections: 4, logger });
const plain = (connectionString: string) =>
  createPool({ connectionString, applicationName: "test", maxConnections: 4, logger });
const whoIs = async (pool: Pool): Promise<string> =>
  (await pool.query<{ name: string }>("select current_user as name")).rows[0]?.name ?? "";
const write = (subjectId: string) =>
  recordAudit(working, {
    at: new Date("2026-11-21T09:00:00Z"),
    actor: "system",
    action: "refund_accepted",
    subject: { kind: "payment", id: subjectId },
  });

beforeAll(async () => {
  database = await createTestDatabase("dashboard");
  working = await open(database.url);
  owner = plain(database.url);
});
beforeEach(() => write("TXN1"));
afterAll(async () => {
  await working.end();
  await owner.end();
  await database.drop();
});

describe("the role that the dashboard works as", () => {
  it("is not given up for the owner's where the database does not answer for a moment", async () => {
    const role = await whoIs(working);
    await owner.query(`alter role "${role}" connection limit 0`);
    try {
      await expect(open(database.url)).rejects.toMatchObject({ code: "53300" });
    } finally {
      await owner.query(`alter role "${role}" connection limit -1`);
    }
  });

  it("is not the owner of the tables, nor a member of it, nor anything more than a user", async () => {
    const name = new URL(database.url).pathname.slice(1);
    expect(await whoIs(working)).toBe(`${name}_app`);
    const { rows } = await working.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
         (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
        memberships: 0,
      },
    ]);
  });

  it("adds to the audit log and its chain", async () => {
    const before = await auditHead(working);
    await write("TXN2");
    const head = await auditHead(working);
    expect(head.position).toBe(before.position + 1n);
    const links = [];
    for await (const link of auditLinks(working)) links.push(link);
    expect(links.at(-1)?.hash).toEqual(head.hash);
  });

  const ATTACKS: [string, string][] = [
    ["change a row", "update audit_log set actor_email = 'nobody@example.com'"],
    ["remove a row", "delete from audit_log"],
    ["empty the log", "truncate audit_log"],
    ["switch the trigger off", "alter table audit_log disable trigger audit_log_append_only"],
    ["switch all triggers off", "alter table audit_log disable trigger all"],
    ["switch triggers off for the session", "set session_replication_role = replica"],
    ["alter the table", "alter table audit_log add column note text"],
    ["take a column away", "alter table audit_log drop column detail"],
    ["take the table away", "drop table audit_log"],
    ["take the schema away", "drop schema public cascade"],
    ["own the table", "alter table audit_log owner to current_user"],
    ["own everything", "reassign owned by postgres to current_user"],
    ["become the owner", "set role postgres"],
    [
      "put a trigger of its own before the log's",
      "create trigger a before insert on audit_log for each row execute function refuse_audit_change()",
    ],
    ["put a rule over it", "create rule r as on insert to audit_log do instead nothing"],
    ["hide rows by a policy", "create policy p on audit_log using (false)"],
    [
      "replace what chains it",
      "create or replace function chain_audit_row() returns trigger language plpgsql as $$ begin return new; end $$",
    ],
    ["drop what chains it", "drop function chain_audit_row() cascade"],
    ["move the chain's head", "update audit_head set position = 0"],
    ["remove the chain's head", "delete from audit_head"],
    [
      "move the head by the log's own trigger on a table of its own",
      "create temp table t (id int); create trigger t before insert on t for each row execute function chain_audit_row()",
    ],
    ["make a migration forgotten", "delete from schema_migrations"],
    ["give itself a right", "grant update on audit_log to current_user"],
  ];
  it.each(ATTACKS)("cannot %s", async (_name, sql) => {
    const before = await owner.query("select * from audit_log order by id");
    const outcome = await working.query(sql).then(
      () => "done",
      (error: unknown) => sqlState(error),
    );
    // Granting a right that one lacks only warns, and a missing schema is not ours: a lack of rights is error 42501.
    expect(outcome === "42501" || (outcome === "done" && sql.startsWith("grant"))).toBe(true);
    expect((await owner.query("select * from audit_log order by id")).rows).toEqual(before.rows);
    await expect(working.query("update audit_log set action = 'x'")).rejects.toMatchObject({ code: "42501" });
  });

  it("cannot stand a temporary table in for the chain's head", async () => {
    const client = await working.connect();
    try {
      const before = await auditHead(owner);
      await client.query("create temp table audit_head (only_row boolean, position bigint, hash bytea)");
      await client.query("insert into audit_head values (true, 100000, '\\x00')");
      await client.query(
        "insert into audit_log (at, actor_email, action, subject_kind, subject_id) values (now(), 'a', 'b', 'c', 'd')",
      );
      expect((await auditHead(owner)).position).toBe(before.position + 1n);
    } finally {
      client.release(true);
    }
  });
});

describe("opening the database", () => {
  it("again, and by another process at once, gives the same role", async () => {
    const [one, two] = await Promise.all([open(database.url), open(database.url)]);
    expect(await whoIs(one)).toBe(await whoIs(working));
    expect(await whoIs(two)).toBe(await whoIs(working));
    await one.end();
    await two.end();
  });

  it("by an owner that may not create roles works all the same, with the triggers alone", async () => {
    const other = await createTestDatabase("dashboard");
    const admin = plain(other.url);
    const name = new URL(other.url).pathname.slice(1);
    await admin.query(`create role ${pg.escapeIdentifier(name)} login password 'test'`);
    await admin.query(`alter database ${pg.escapeIdentifier(name)} owner to ${pg.escapeIdentifier(name)}`);
    const url = new URL(other.url);
    url.username = name;
    url.password = "test";

    const warnings: unknown[] = [];
    const telling = Object.assign(createLogger("test", "silent"), {
      warn: (_details: unknown, words: unknown) => warnings.push(words),
    });
    const pool = await openDatabase({
      connectionString: url.href,
      secret: SECRET,
      applicationName: "test",
      maxConnections: 2,
      logger: telling,
    });
    expect(await whoIs(pool)).toBe(name);
    expect(warnings).toEqual([expect.stringContaining("triggers alone keep the audit log")]);
    await pool.query(
      "insert into audit_log (at, actor_email, action, subject_kind, subject_id) values (now(), 'a', 'b', 'c', 'd')",
    );
    await expect(pool.query("delete from audit_log")).rejects.toThrow("append-only");
    await pool.end();

    // An owner with that right, like the embedded database's.
    await admin.query(`alter role ${pg.escapeIdentifier(name)} createrole`);
    const better = await open(url.href);
    expect(await whoIs(better)).toBe(`${name}_app`);
    await expect(better.query("delete from audit_log")).rejects.toMatchObject({ code: "42501" });
    await better.end();
    await admin.end();
    await other.drop();
  });

  it("is prepared by a second role of the owner, so that the owner's password can be changed (docs/maintenance.md)", async () => {
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const [first, second] = ["first_owner", "second_owner"];
    await admin.query(`create role ${first} login password 'first' createrole`);
    const other = await createTestDatabase("dashboard");
    const name = new URL(other.url).pathname.slice(1);
    await admin.query(`alter database ${name} owner to ${first}`);
    const urlOf = (role: string): string => {
      const url = new URL(other.url);
      [url.username, url.password] = [role, role.replace("_owner", "")];
      return url.href;
    };
    const before = await open(urlOf(first));

    await admin.query(`create role ${second} login password 'second'`);
    await admin.query(`grant ${first} to ${second}`);
    await admin.query(`alter role ${second} set role ${first}`);
    const after = await open(urlOf(second));
    expect(await whoIs(after)).toBe(`${name}_app`);
    await admin.query(`alter role ${first} nologin`);
    // What was open goes on; the new address works, the old one does not.
    expect(await whoIs(before)).toBe(`${name}_app`);
    const again = await open(urlOf(second));
    expect(await whoIs(again)).toBe(`${name}_app`);
    await expect(open(urlOf(first))).rejects.toThrow("not permitted to log in");

    for (const pool of [before, after, again]) await pool.end();
    await other.drop();
    await admin.query(
      `drop role ${second}; drop owned by ${first}; drop role ${name}_app; drop role ${first}`,
    );
    await admin.end();
  });
});
