import { z } from "zod";
import { OPS, type OpsName } from "@/lib/contract/ops";

const SECRET_FIELDS: ReadonlySet<string> = new Set(["secret", "salt"]);

/** Whether a body of this schema contains a secret, at any depth. */
export function containsSecret(schema: z.ZodType): boolean {
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

/**
 * Operations whose response contains a secret created for the request: a signature is accepted once there, so that
 * replaying a captured request returns none (decision 0021). Derived from the schemas, so that none is forgotten.
 */
export const RETURNS_SECRET: ReadonlySet<OpsName> = new Set(
  (Object.keys(OPS) as OpsName[]).filter((name) => containsSecret(OPS[name].response)),
);
