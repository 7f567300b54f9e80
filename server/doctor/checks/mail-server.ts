import { type Finding, ok, problem } from "../finding";
import type { Connection } from "./gateways";

const CHECK = "mail server";

/** `address`: host and port, without the password. */
export function checkMailServer(address: string, connection: Connection): Finding {
  switch (connection) {
    case "connected":
      return ok(CHECK, `${address} can be connected to`);
    case "no_name":
      return problem(CHECK, `the name of ${address} is not found`, "Correct the host in SMTP_URL.");
    case "no_connection":
      return problem(
        CHECK,
        `${address} cannot be connected to`,
        "Correct the port in SMTP_URL, or allow outgoing connections to it in the firewall.",
      );
    case "no_tls":
      return problem(
        CHECK,
        `${address} has no certificate that is trusted`,
        "Use smtp:// for a port that starts without TLS, or trust the certificate by NODE_EXTRA_CA_CERTS.",
      );
  }
}
