import { createServer } from "node:net";
import { StartupError } from "@/server/platform/lifecycle";

/** Where a service will listen, and the variable that sets it. */
type Listening = { host: string; port: number; variable: "PORT" | "ROUTING_PORT" };

/** Tried before anything slow starts; throws a StartupError for the first port that cannot be used. */
export async function checkPorts(wanted: readonly Listening[]): Promise<void> {
  for (const listening of wanted) await tryToListen(listening);
}

function tryToListen({ host, port, variable }: Listening): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartupError(explain(error, { host, port, variable }))),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, variable }: Listening): string {
  if (error.code === "EADDRINUSE") {
    return `Port ${port} is in use. Set ${variable} to another one, or stop what listens there.`;
  }
  if (error.code === "EACCES")
    return `This user may not listen on port ${port}. Set ${variable} to one above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return `${host} is not an address of this machine. Set HOST to one that is, or leave it out.`;
  }
  return `Nothing can listen on ${host}:${port} (${error.message}).`;
}
