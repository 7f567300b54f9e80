import { z } from "zod";
import { HASH_SEPARATOR, isStorableText } from "@/lib/text";
import { withoutEmpty } from "@/server/platform/env";
import { StartupError } from "@/server/platform/lifecycle";

const DEFAULT_TIMEOUT_MS = 15_000;
const MAX_TIMEOUT_MS = 120_000;

/** A credential is part of every hash, so it follows the rule for signed values (decision 0024). */
const credential = z
  .string({ error: "is missing" })
  .min(1, "is empty")
  .refine((text) => isStorableText(text) && !text.includes(HASH_SEPARATOR), "must not hold NUL or |");

const envSchema = z.object({
  ROUTING_BASE_URL: z.url({
    protocol: /^https?$/,
    error: "must be an http or https address of the routing service",
  }),
  ROUTING_API_KEY: credential.regex(/^[\x21-\x7e]+$/, "must be printable ASCII: it travels in a header"),
  ROUTING_API_SALT: credential,
  ROUTING_TIMEOUT_MS: z.coerce
    .number("must be a number of milliseconds")
    .int()
    .min(100)
    .max(MAX_TIMEOUT_MS)
    .default(DEFAULT_TIMEOUT_MS),
});

export type RoutingClientEnv = {
  baseUrl: URL;
  apiKey: string;
  apiSalt: string;
  timeoutMs: number;
};

/**
 * The routing service's URL and the credentials to sign with. The only reader of the salt in the dashboard, which must
 * never reach a browser (specification 5). Throws a StartupError that names each invalid variable, and never its value.
 */
export function readRoutingClientEnv(variables: NodeJS.ProcessEnv = process.env): RoutingClientEnv {
  const parsed = envSchema.safeParse(withoutEmpty(variables));
  if (!parsed.success) {
    throw new StartupError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"),
    );
  }
  return {
    baseUrl: new URL(parsed.data.ROUTING_BASE_URL),
    apiKey: parsed.data.ROUTING_API_KEY,
    apiSalt: parsed.data.ROUTING_API_SALT,
    timeoutMs: parsed.data.ROUTING_TIMEOUT_MS,
  };
}
