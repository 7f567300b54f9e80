/**
 * The environment that processes of a proof inherit: the location of programs, and nothing that configures the product.
 */
export function inheritedEnv(variables: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const { PATH, HOME, TMPDIR } = variables;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
  };
}

/**
 * The nodes of a running Citus for the service's databases, as its superuser, the coordinator first; empty: an own Postgres is used.
 * The proofs kill and restart these servers, so they must be for nothing else.
 */
export function citusUrls(variables: NodeJS.ProcessEnv = process.env): string[] {
  return (variables.PAYDECK_PROVE_CITUS ?? "").split(" ").filter((url) => url !== "");
}
