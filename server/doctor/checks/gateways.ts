import { type Finding, ok, problem, warning } from "../finding";

export type Connection = "connected" | "no_name" | "no_connection" | "no_tls";

/** `address`: host and port. */
export function checkGateway(name: string, address: string, connection: Connection): Finding {
  const check = `gateway: ${name}`;
  switch (connection) {
    case "connected":
      return ok(check, `${address} can be connected to`);
    case "no_name":
      return problem(check, `the name of ${address} is not found`, "Correct the DNS of this machine.");
    case "no_connection":
      return problem(
        check,
        `${address} cannot be connected to`,
        "Allow outgoing connections to it in the firewall.",
      );
    case "no_tls":
      return problem(
        check,
        `${address} has no certificate that is trusted`,
        "Find out what is between this machine and the gateway. Trust a proxy's certificate by NODE_EXTRA_CA_CERTS.",
      );
  }
}

/** `isPublic`: people reach this installation at an address of the network. */
export function checkNoGateway(isPublic: boolean): Finding {
  const found = "none is configured: customers pay at the simulator, without money";
  if (!isPublic) return ok("gateways", found);
  return warning("gateways", found, "Set the variables of a gateway (docs/gateways.md).");
}
