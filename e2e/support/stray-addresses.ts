import { E2E } from "../../tools/testing/e2e-stack";

/** What belongs to no account, beside files of the build. */
const WITHOUT = /^\/(_next\/static\/|login|status$|healthz$|api\/auth\/|[\w-]+\.(ico|svg|png|webmanifest)$)/;

/** Whether an address of the dashboard leaves the account that has this prefix. */
export function isStray(address: string, prefix: string): boolean {
  const { origin, pathname } = new URL(address, E2E.dashboardUrl);
  if (origin !== E2E.dashboardUrl || WITHOUT.test(pathname)) return false;
  return pathname !== prefix && !pathname.startsWith(`${prefix}/`);
}
