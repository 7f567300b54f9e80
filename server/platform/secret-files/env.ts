import { readFileSync } from "node:fs";

/** Every variable of both systems that is a secret, or contains one. */
export const SECRET_VARIABLES = [
  "ROUTING_DATABASE_URL",
  "ROUTING_POOLER_URL",
  "ROUTING_REPLICA_URL",
  "ROUTING_SALT_KEY",
  "ROUTING_OTHER_SALT_KEY",
  "ROUTING_API_KEY",
  "ROUTING_API_SALT",
  "DASHBOARD_DATABASE_URL",
  "NEXTAUTH_SECRET",
  "SECOND_FACTOR_KEY",
  "OTHER_SECOND_FACTOR_KEY",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
  "METRICS_TOKEN",
  "SANDBOX_API_KEY",
  "SANDBOX_API_SALT",
  "SANDBOX_PASSWORD",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "RAZORPAY_KEY_ID",
  "RAZORPAY_KEY_SECRET",
  "RAZORPAY_WEBHOOK_SECRET",
  "ADYEN_API_KEY",
  "ADYEN_HMAC_KEY",
  "PAYPAL_CLIENT_SECRET",
  "CASHFREE_CLIENT_SECRET",
  "BACKUP_S3_KEY_ID",
  "BACKUP_S3_SECRET",
  "BACKUP_ENCRYPTION_KEY",
] as const;

/**
 * Puts the content of the file that `NAME_FILE` names into `NAME`, for each secret, and removes `NAME_FILE`: processes that this
 * one starts get the value. Throws with a line for each that is set twice, or whose file cannot be read or is empty.
 */
export function readSecretFiles(variables: NodeJS.ProcessEnv): void {
  const faults: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const file = variables[`${name}_FILE`] ?? "";
    delete variables[`${name}_FILE`];
    if (file === "") continue;
    if ((variables[name] ?? "") !== "") {
      faults.push(`${name} and ${name}_FILE are both set. Remove one of them.`);
      continue;
    }
    try {
      const value = readFileSync(file, "utf8").trim();
      if (value === "") faults.push(`${name}_FILE names ${file}, which is empty.`);
      variables[name] = value;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      faults.push(`${name}_FILE names ${file}, which cannot be read (${code}).`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

// The build puts this file before every module of every program, so it imports none.
try {
  readSecretFiles(process.env);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : "The secrets cannot be read."}\n`);
  process.exit(1);
}
