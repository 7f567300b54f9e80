import { once } from "node:events";
import { createServer } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseOutage, violatesUnique } from "./pool";

const failed = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

test("a violated constraint is known by its name, also where Citus leaves it in the message alone", () => {
  const message = (name: string): string => `duplicate key value violates unique constraint "${name}"`;
  const named = failed("23505", message("payments_reference_attempt"), {
    constraint: "payments_reference_attempt",
  });
  expect(violatesUnique(named, "payments_reference_attempt")).toBe(true);
  expect(violatesUnique(named, "payments_pkey")).toBe(false);
  const ofShard = failed("23505", message("payments_reference_attempt_102012"));
  expect(violatesUnique(ofShard, "payments_reference_attempt")).toBe(true);
  expect(violatesUnique(ofShard, "payments_reference")).toBe(false);
  expect(violatesUnique(failed("23503", message("payments_pkey")), "payments_pkey")).toBe(false);
});

test("a node that Citus lost during its commit is an outage: nobody knows whether it committed", () => {
  const lost = "could not commit transaction for shard 102012 on at least one active node";
  expect(isDatabaseOutage(failed("XX000", lost))).toBe(true);
  expect(isDatabaseOutage(failed("XX000", "cache lookup failed"))).toBe(false);
  expect(isDatabaseOutage(failed("08006", "connection to the remote node failed"))).toBe(true);
});

test("a server that accepts a connection and then says nothing is an outage: a start waits for it", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const client = new pg.Client({
    connectionString: `postgres://u:p@127.0.0.1:${port}/d`,
    connectionTimeoutMillis: 50,
  });
  const error: unknown = await client.connect().catch((reason: unknown) => reason);
  expect(isDatabaseOutage(error)).toBe(true);
  silent.close();
});
