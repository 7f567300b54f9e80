import { createServer } from "node:net";
import { StartupError } from "@/server/platform/lifecycle";

/** Where a system will listen. */
type Listening = { host: string; port: number; of: keyof typeof VARIABLES };

/** What sets it. */
const VARIABLES = {
  dashboard: { port: "PORT", host: "HOST" },
  routing: { port: "ROUTING_PORT", host: "ROUTING_HOST" },
} as const;

/** Tried before anything slow starts; throws a StartupError for the first port that cannot be used. */
export async function checkPorts(wanted: readonly Listening[]): Promise<void> {
  for (const listening of wanted) await tryToListen(listening);
}

function tryToListen({ host, port, of }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartupError(explain(error, { host, port, of }))),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, of }: Listening): string {
  const variables = VARIABLES[of];
  if (error.code === "EADDRINUSE") {
    return `Port ${port} is in use. Set ${variables.port} to another one, or stop what listens there.`;
  }
  if (error.code === "EACCES")
    return `This user may not listen on port ${port}. Set ${variables.port} to one above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return `${host} is not an address of this machine. Set ${variables.host} to one that is, or leave it out.`;
  }
  return `Nothing can listen on ${host}:${port} (${error.message}).`;
}
