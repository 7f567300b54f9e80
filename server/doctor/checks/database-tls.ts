import { type Finding, ok, warning } from "../finding";
import { isLoopback } from "./public-urls";

/** `unchecked`: with TLS, but anybody between could have answered. */
export type DatabaseTls = "none" | "unchecked" | "checked";

/** `host`: of the address; empty or a folder for a socket of this machine. Nothing to check on this machine. */
export function checkDatabaseTls(title: string, host: string, tls: DatabaseTls): Finding[] {
  if (host === "" || host.startsWith("/") || isLoopback(host)) return [];
  const check = `encryption: ${title}`;
  if (tls === "checked")
    return [ok(check, "the connection uses TLS, and the server's certificate was checked")];
  if (tls === "unchecked") {
    return [
      warning(
        check,
        `the connection to ${host} uses TLS, but does not check who answers`,
        "Write sslmode=verify-full in the address, with the file of your own authority in sslrootcert if it has one.",
      ),
    ];
  }
  return [
    warning(
      check,
      `the connection to ${host} is not encrypted: the network can read customers' contacts`,
      "Add sslmode=verify-full to the address, unless a private network or a tunnel protects the connection.",
    ),
  ];
}
