import { expect, test } from "vitest";
import type { Finding } from "../finding";
import { checkAudit } from "./audit";
import { checkBackupDisk, checkBackups } from "./backups";
import { checkClock } from "./clock";
import { checkConnections } from "./connections";
import { checkDatabase } from "./database";
import { checkDisk } from "./disk";
import { checkFiles } from "./files";
import { checkMailServer } from "./mail-server";
import { checkGateway, checkNoGateway } from "./gateways";
import { checkJobs } from "./jobs";
import { checkMigrations } from "./migrations";
import { checkNodeVersion } from "./node-version";
import { checkPublicUrls, checkServiceUrl } from "./public-urls";
import { checkSealed } from "./sealed";
import { checkSecrets } from "./secrets";
import { checkDatabaseTls } from "./database-tls";
import { checkPooler, checkReplica, checkServerRole } from "./server-role";
import { checkService } from "./service";

const NOW = new Date("2026-11-25T12:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const settings = {
  kind: "read",
  versionNumber: 150_004,
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
} as const;
const database = (change: object): Finding[] => checkDatabase("database", "URL", { ...settings, ...change });
const file = (mode: number, mayPassThrough = false): Finding[] =>
  checkFiles([{ path: "/data", kind: "folder", mode, mayPassThrough }]);
const server = { available: 97, hasRouting: true, hasDashboard: true, isRoutingPooled: false };
const jobs = { aliveWorkers: 1, oldestDueSeconds: null };
const secret = (name: string, value: string | null) => ({ name, value, isNeeded: true, leastLength: 16 });
const named = (...names: string[]) => names.map((name) => ({ name, checksum: `text of ${name}`, sql: "" }));
const STRONG = "k3J9vQ2mXs8LwT4zRb7N";

const PRIMARY = { isPooled: false, isReplica: false, isReadOnly: false };
const SIDE = {
  kind: "read",
  ...PRIMARY,
  isSame: true,
  limitsMissing: [] as string[],
  lagSeconds: null,
} as const;

const storedBackups = (days: number, isVerified: boolean) =>
  ({ kind: "stored", title: "https://s3.example/b", newest: ago(days), isVerified }) as const;

test.each<[string, Finding | Finding[], Finding["level"] | []]>([
  ["a supported Node", checkNodeVersion("20.9.0"), "ok"],
  ["an old Node", checkNodeVersion("20.8.1"), "problem"],
  ["a durable Postgres", database({}), "ok"],
  ["an old Postgres", database({ versionNumber: 140_009 }), "problem"],
  ["fsync off", database({ fsync: "off" }), "problem"],
  ["full_page_writes off", database({ fullPageWrites: "off" }), "problem"],
  ["synchronous_commit off", database({ synchronousCommit: "off" }), "problem"],
  ["synchronous_commit local", database({ synchronousCommit: "local" }), "warning"],
  [
    "no Postgres",
    checkDatabase("database", "URL", { kind: "unreachable", failure: "ECONNREFUSED" }),
    "problem",
  ],
  ["too few connections", checkConnections([server]), "warning"],
  ["enough connections", checkConnections([{ ...server, available: 115 }]), "ok"],
  ["few connections behind a pooler", checkConnections([{ ...server, isRoutingPooled: true }]), "ok"],
  ["all migrations", checkMigrations("x", { known: named("1"), applied: named("1") }), "ok"],
  ["a pending migration", checkMigrations("x", { known: named("1", "2"), applied: named("1") }), "problem"],
  ["a newer database", checkMigrations("x", { known: named("1"), applied: named("1", "2") }), "info"],
  [
    "a database of another commit",
    checkMigrations("x", { known: named("1"), applied: named("0") }),
    "problem",
  ],
  [
    "a database with a gap",
    checkMigrations("x", { known: named("1", "2"), applied: named("1", "3") }),
    "problem",
  ],
  ["an empty database", checkMigrations("x", { known: named("1"), applied: null }), "warning"],
  ["a primary", checkServerRole("x", "V", PRIMARY), []],
  ["a read replica", checkServerRole("x", "V", { ...PRIMARY, isReplica: true }), "problem"],
  ["a read-only role", checkServerRole("x", "V", { ...PRIMARY, isReadOnly: true }), "problem"],
  ["a pooler before it", checkServerRole("x", "V", { ...PRIMARY, isPooled: true }), "problem"],
  ["a pooler of the service", checkPooler({ ...SIDE, isPooled: true }), "ok"],
  ["a pooler of sessions", checkPooler(SIDE), "info"],
  ["a pooler without limits", checkPooler({ ...SIDE, limitsMissing: ["statement_timeout"] }), "problem"],
  ["a pooler of another database", checkPooler({ ...SIDE, isSame: false }), "problem"],
  ["no pooler", checkPooler({ kind: "unreachable", failure: "ECONNREFUSED" }), "problem"],
  ["a replica", checkReplica({ ...SIDE, isReplica: true }), "ok"],
  ["a late replica", checkReplica({ ...SIDE, isReplica: true, lagSeconds: 90 }), "warning"],
  ["a primary as replica", checkReplica(SIDE), "warning"],
  ["no replica", checkReplica({ kind: "unreachable", failure: "ECONNREFUSED" }), "warning"],
  ["a database of this machine", checkDatabaseTls("x", "127.0.0.1", "none"), []],
  ["a socket", checkDatabaseTls("x", "/run/postgresql", "none"), []],
  ["a database with TLS", checkDatabaseTls("x", "db.example", "checked"), "ok"],
  ["a database that anybody could be", checkDatabaseTls("x", "db.example", "unchecked"), "warning"],
  ["an unencrypted database", checkDatabaseTls("x", "10.0.0.3", "none"), "warning"],
  ["equal clocks", checkClock("x", -900), "ok"],
  ["a clock that is behind", checkClock("x", -20_000), "warning"],
  ["a wrong clock", checkClock("x", 90_000), "problem"],
  ["different secrets", checkSecrets([secret("A", STRONG), secret("B", `${STRONG}2`)]), "ok"],
  ["a missing secret", checkSecrets([secret("A", null)]), "problem"],
  ["a short secret", checkSecrets([secret("A", STRONG.slice(0, 15))]), "problem"],
  ["a default secret", checkSecrets([secret("A", "changeme")]), "problem"],
  ["a repeated character", checkSecrets([secret("A", "a".repeat(40))]), "problem"],
  ["secrets that open", checkSealed("K", [{ kind: "salts", total: 3, unreadable: 0 }], null), "ok"],
  ["a change of a key", checkSealed("K", [{ kind: "salts", total: 3, unreadable: 0 }], "OTHER_K"), "warning"],
  ["a damaged secret", checkSealed("K", [{ kind: "salts", total: 3, unreadable: 1 }], null), "problem"],
  ["an accepted call", checkService("http://x", "accepted"), "ok"],
  ["a busy service", checkService("http://x", "busy"), "warning"],
  ["a refused key", checkService("http://x", "key_refused"), "problem"],
  ["no service", checkService("http://x", "not_sent"), "problem"],
  ["another service", checkService("http://x", "other"), "problem"],
  ["a gateway", checkGateway("x", "x:443", "connected"), "ok"],
  ["a mail server", checkMailServer("mail:587", "connected"), "ok"],
  ["no mail server", checkMailServer("mail:587", "no_connection"), "problem"],
  ["a gateway without TLS", checkGateway("x", "x:443", "no_tls"), "problem"],
  ["no gateway in public", checkNoGateway(true), "warning"],
  ["a public http address", checkPublicUrls([{ variable: "V", url: "http://pay.example" }], []), "problem"],
  ["a public https address", checkPublicUrls([{ variable: "V", url: "https://pay.example" }], []), "ok"],
  ["a local address", checkPublicUrls([{ variable: "V", url: "http://localhost" }], ["127.0.0.1"]), "ok"],
  [
    "a local address of what others reach",
    checkPublicUrls([{ variable: "V", url: "http://localhost:3000" }], ["0.0.0.0"]),
    "warning",
  ],
  ["every address without a public one", checkPublicUrls([], ["0.0.0.0"]), "warning"],
  ["this machine alone", checkPublicUrls([], ["127.0.0.1", "localhost"]), "ok"],
  ["an unencrypted service", checkServiceUrl("http://pay.example"), "warning"],
  ["a closed folder", file(0o700), "ok"],
  ["a folder that Postgres passes through", file(0o710, true), "ok"],
  ["a folder that others can list", file(0o755, true), "problem"],
  ["a file that a group can read", file(0o640), "problem"],
  ["free space", checkDisk("/data", 2 ** 40), "ok"],
  ["little space", checkDisk("/data", 2 ** 30), "warning"],
  ["no space", checkDisk("/data", 2 ** 20), "problem"],
  ["a backup of today", checkBackups({ kind: "read", folder: "/b", newest: ago(0.9) }, NOW), "ok"],
  [
    "a backup of the day before",
    checkBackups({ kind: "read", folder: "/b", newest: ago(2) }, NOW),
    "warning",
  ],
  ["an old backup", checkBackups({ kind: "read", folder: "/b", newest: ago(9) }, NOW), "problem"],
  ["a scheduled backup", checkBackups(storedBackups(0.9, true), NOW), "ok"],
  ["one that was never restored", checkBackups(storedBackups(0.9, false), NOW), "warning"],
  ["an old scheduled backup", checkBackups(storedBackups(9, true), NOW), "problem"],
  ["backups that others make", checkBackups({ kind: "managed", by: "pgBackRest" }, NOW, 2 ** 40), "ok"],
  [
    "nightly dumps of a large database",
    checkBackups(storedBackups(0.9, true), NOW, 2 ** 40).slice(1),
    "warning",
  ],
  ["no store", checkBackups({ kind: "unreachable", title: "s3", problem: "refused: 403" }, NOW), "problem"],
  ["backups on the disk of the data", checkBackupDisk("/b", true), "warning"],
  ["backups on another disk", checkBackupDisk("/b", false), "ok"],
  ["no backup", checkBackups({ kind: "read", folder: "/b", newest: null }, NOW), "problem"],
  ["a worker", checkJobs("x", "start", jobs, true), "ok"],
  ["no worker", checkJobs("x", "start", { ...jobs, aliveWorkers: 0 }, true), "problem"],
  ["no worker yet", checkJobs("x", "start", { ...jobs, aliveWorkers: 0 }, false), "warning"],
  ["late jobs", checkJobs("x", "start", { ...jobs, oldestDueSeconds: 90 }, true), "warning"],
  ["very late jobs", checkJobs("x", "start", { ...jobs, oldestDueSeconds: 900 }, true), "problem"],
  [
    "jobs that wait for a start",
    checkJobs("x", "start", { ...jobs, oldestDueSeconds: 900 }, false),
    "warning",
  ],
  ["a new audit log", checkAudit({ verification: null, firstEntryAt: ago(1) }, NOW), "ok"],
  ["an unverified log", checkAudit({ verification: null, firstEntryAt: ago(40) }, NOW), "warning"],
  [
    "an altered log",
    checkAudit({ verification: { at: ago(1), verdict: "altered" }, firstEntryAt: ago(9) }, NOW),
    "problem",
  ],
])("%s", (_name, findings, level) => {
  expect([findings].flat().map((finding) => finding.level)).toEqual([level].flat());
});

test("equal secrets are named, and no secret is shown", () => {
  const [finding] = checkSecrets([secret("A", STRONG), secret("B", STRONG)]);
  expect(finding).toMatchObject({ level: "problem", found: "A and B are equal" });
  expect(JSON.stringify(finding)).not.toContain(STRONG);
});
