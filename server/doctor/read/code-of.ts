import { tlsFailure } from "@/server/platform/database-address";
import { StartupError } from "@/server/platform/lifecycle";

/** A failure in words of Paydeck, else by its code: messages of the database can contain the address, and with it a password. */
export function codeOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const tls = tlsFailure(error);
  if (tls !== null) return tls;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "no answer";
}
