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
