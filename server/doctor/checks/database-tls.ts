import { type Finding, ok, warning } from "../finding";
import { isLoopback } from "./public-urls";

/** `host`: of the address; empty or a folder for a socket of this machine. Nothing to check on this machine. */
export function checkDatabaseTls(title: string, host: string, isEncrypted: boolean): Finding[] {
  if (host === "" || host.startsWith("/") || isLoopback(host)) return [];
  const check = `encryption: ${title}`;
  if (isEncrypted) return [ok(check, "the connection uses TLS")];
  return [
    warning(
      check,
      `the connection to ${host} is not encrypted: the network can read customers' contacts`,
      "Add sslmode=verify-full to the address, unless a private network or a tunnel protects the connection.",
    ),
  ];
}
