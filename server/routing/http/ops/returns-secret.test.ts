import { expect, test } from "vitest";
import { z } from "zod";
import { OPS, type OpsName } from "@/lib/contract/ops";
import { RETURNS_SECRET } from "./returns-secret";

const SECRET_FIELDS: ReadonlySet<string> = new Set(["secret", "salt"]);

/** Whether a body of this schema contains a secret, at any depth. */
function containsSecret(schema: z.ZodType): boolean {
  return namesSecret(z.toJSONSchema(schema, { io: "input" }));
}

function namesSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesSecret);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, item]: [string, unknown]) => (key === "properties" && hasSecretField(item)) || namesSecret(item),
  );
}

function hasSecretField(properties: unknown): boolean {
  return (
    typeof properties === "object" &&
    properties !== null &&
    Object.keys(properties).some((field) => SECRET_FIELDS.has(field))
  );
}

test("the operations that answer with a salt or a signing secret are those whose schema contains one", () => {
  const found = (Object.keys(OPS) as OpsName[]).filter((name) => containsSecret(OPS[name].response));
  expect([...RETURNS_SECRET].sort()).toEqual(found.sort());
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
