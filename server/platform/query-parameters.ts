/**
 * The most parameters of a query or a form: an address of ours has some thirty. Next reads each name of a query once
 * for each time that it occurs, so 14 KB of them would hold the process for seconds (decision 0370).
 */
export const MAX_PARAMETERS = 200;

/** How many parameters a query or an urlencoded form has, empty ones included. */
export function parametersOf(query: string): number {
  let found = 1;
  for (let at = query.indexOf("&"); at !== -1; at = query.indexOf("&", at + 1)) found += 1;
  return found;
}

/** Whether the query of a request target has more parameters than are read. */
export function hasTooManyParameters(target: string): boolean {
  const begin = target.indexOf("?");
  return begin !== -1 && parametersOf(target.slice(begin + 1)) > MAX_PARAMETERS;
}
