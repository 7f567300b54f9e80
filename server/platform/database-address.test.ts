import { existsSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { libpqTlsVariables, readDatabaseAddress } from "./database-address";
import { createLogger } from "./log";
import { createPool } from "./pool";
import { StartupError } from "./startup-error";

const BASE = "postgres://u:p%3Fw@db.example:5432/routing";
afterEach(() => {
  vi.unstubAllEnvs();
});

test("without sslmode a connection has no TLS, whatever libpq would try by itself", () => {
  expect(readDatabaseAddress(BASE)).toEqual({ connectionString: BASE, ssl: false });
  expect(libpqTlsVariables(BASE)).toEqual({ PGSSLMODE: "disable" });
});

test("verify-full without a file means public authorities, also for pg_dump", () => {
  const url = `${BASE}?application_name=x&sslmode=verify-full`;
  expect(readDatabaseAddress(url)).toEqual({ connectionString: `${BASE}?application_name=x`, ssl: {} });
  expect(libpqTlsVariables(url)).toEqual({ PGSSLMODE: "verify-full", PGSSLROOTCERT: "system" });
});

test("require without a file ignores the one that libpq finds in the home folder", () => {
  const { PGSSLMODE, PGSSLROOTCERT = "" } = libpqTlsVariables(`${BASE}?sslmode=require`);
  expect(PGSSLMODE).toBe("require");
  expect(PGSSLROOTCERT).not.toBe("");
  expect(existsSync(PGSSLROOTCERT)).toBe(false);
});

test.each([
  ["sslmode=prefer", /lets the network decide/],
  ["sslmode=no-verify", /require means the same/],
  ["sslmode=on", /must be disable, require, verify-ca or verify-full/],
  ["ssl=true", /ssl is not supported: write sslmode/],
  ["sslmode=require&uselibpqcompat=true", /uselibpqcompat is not supported: remove it/],
  ["sslmode=verify-full&sslcrl=/x", /sslcrl is not supported: remove it/],
  ["sslmode=require&sslnegotiation=direct", /sslnegotiation is not supported: remove it/],
  ["ssl_min_protocol_version=TLSv1.3", /ssl_min_protocol_version is not supported: remove it/],
  ["sslmod=verify-full", /sslmod is not supported: write sslmode/],
  ["sslmode=verify-ca", /needs the file of your own authority/],
  ["sslmode=require&sslrootcert=system", /needs the file of your own authority/],
  ["sslrootcert=/ca.pem", /add sslmode=verify-full/],
  ["sslmode=verify-full&sslcert=/client.pem", /belong together/],
  [
    "sslmode=verify-full&sslrootcert=/missing/ca.pem",
    /\/missing\/ca\.pem of sslrootcert cannot be read \(ENOENT\)/,
  ],
])("an address with %s is refused, and what was wrong is named without the password", (query, message) => {
  for (const read of [readDatabaseAddress, libpqTlsVariables]) {
    const attempt = (): unknown => read(`${BASE}?${query}`);
    expect(attempt).toThrow(StartupError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/p%3Fw/);
  }
});

test.each(["PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT"])(
  "%s in the environment does not stop a connection without TLS",
  (variable) => {
    vi.stubEnv(variable, "/missing.pem");
    expect(readDatabaseAddress(BASE).ssl).toBe(false);
    expect(readDatabaseAddress(`${BASE}?sslmode=disable`).ssl).toBe(false);
  },
);

test("a Unix socket has no TLS, whatever the address says, and PGHOST counts where it names no host", () => {
  for (const start of [
    "postgres://u:p@%2Frun%2Fpostgresql/db?",
    "postgres:///db?host=/run/postgresql&",
    "postgres:///db?",
  ]) {
    expect(readDatabaseAddress(`${start}sslmode=verify-full`).ssl).toBe(false);
    expect(libpqTlsVariables(`${start}sslmode=verify-full`)).toEqual({ PGSSLMODE: "disable" });
  }
  vi.stubEnv("PGHOST", "db.example");
  expect(readDatabaseAddress("postgres:///db?sslmode=verify-full").ssl).toEqual({});
  expect(readDatabaseAddress("postgres://u@[fd00::1]:5432/db?sslmode=verify-full").ssl).toEqual({});
});

test("a server of another machine that is not verified is logged once", async () => {
  const lines: string[] = [];
  const logger = createLogger("test", "warn", { write: (line) => void lines.push(line) });
  const remote = `${BASE}?sslmode=require`;
  const addresses = [
    BASE,
    remote.replace("db.example", "localhost"),
    remote.replace("db.example", "[::1]"),
    `${BASE}?sslmode=verify-full`,
  ];
  for (const connectionString of [...addresses, remote, remote])
    await createPool({ connectionString, applicationName: "test", maxConnections: 1, logger }).end();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/"host":"db\.example".*does not verify the server.*write sslmode=verify-full/);
});
