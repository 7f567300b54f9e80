/**
 * The stacks of the end-to-end tests, one for each Playwright worker, with the credentials of a merchant and the staff.
 * No real secrets. `PAYDECK_E2E_PORT` and `PAYDECK_E2E_ROUTING_PORT` contain a port for each stack, separated by
 * commas; `npm test` chooses free ones, so that two runs on one machine do not collide.
 */
export type E2eStack = {
  dashboardPort: number;
  routingPort: number;
  dashboardUrl: string;
  routingUrl: string;
};

const dashboardPorts = portsOf(process.env.PAYDECK_E2E_PORT, 3210);
const routingPorts = portsOf(process.env.PAYDECK_E2E_ROUTING_PORT, 4210);

export const E2E_STACKS: readonly E2eStack[] = dashboardPorts.map((dashboardPort, index) => {
  const routingPort = routingPorts[index];
  if (routingPort === undefined)
    throw new Error("PAYDECK_E2E_ROUTING_PORT names fewer ports than PAYDECK_E2E_PORT.");
  return {
    dashboardPort,
    routingPort,
    dashboardUrl: `http://127.0.0.1:${dashboardPort}`,
    routingUrl: `http://127.0.0.1:${routingPort}`,
  };
});

/** Playwright's index of this worker; a replacement for a failed worker has the same index. */
const ownIndex = Number.parseInt(process.env.TEST_PARALLEL_INDEX ?? "0", 10);

export const E2E = {
  ...stackAt(ownIndex),
  apiKey: "sandbox_key_for_tests",
  apiSalt: "sandbox_salt_for_tests",
  password: "test-password-of-the-sandbox",
} as const;

/** The folder of the data and logs of this worker's stack. */
export function stackFolder(): string {
  return process.env[folderVariable(ownIndex)] ?? "";
}

/** The workers inherit it from the set-up. */
export function setStackFolder(index: number, folder: string): void {
  process.env[folderVariable(index)] = folder;
}

function folderVariable(index: number): string {
  return `PAYDECK_E2E_DATA_DIR_${index}`;
}

function stackAt(index: number): E2eStack {
  const stack = E2E_STACKS[index];
  if (stack === undefined) throw new Error(`There is no stack for worker ${index}.`);
  return stack;
}

function portsOf(chosen: string | undefined, usual: number): number[] {
  return chosen === undefined ? [usual] : chosen.split(",").map((port) => Number.parseInt(port, 10));
}
