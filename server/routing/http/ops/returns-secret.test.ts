import { expect, test } from "vitest";
import { z } from "zod";
import { containsSecret, RETURNS_SECRET } from "./returns-secret";

test("every operation that answers with a salt or a signing secret is found", () => {
  expect([...RETURNS_SECRET].sort()).toEqual([
    "keys.create",
    "keys.rotate",
    "webhooks.create",
    "webhooks.rotate_secret",
  ]);
});

const secret = z.object({ secret: z.string() });
test.each([
  ["at the top", secret],
  ["named salt", z.looseObject({ salt: z.string().nullable() })],
  ["inside an object", z.object({ made: secret })],
  ["in a list", z.object({ made: z.array(secret) })],
  ["in one of several shapes", z.object({ made: z.union([z.string(), secret]) })],
  ["in an extended schema", z.object({ id: z.string() }).extend({ secret: z.string() })],
])("a secret is found %s", (_name, schema) => expect(containsSecret(schema)).toBe(true));

test.each([
  ["a time of a secret", z.object({ previous_secret_expires_at: z.string() })],
  ["a value that is called so", z.object({ kind: z.enum(["secret", "salt"]) })],
])("%s is none", (_name, schema) => expect(containsSecret(schema)).toBe(false));
