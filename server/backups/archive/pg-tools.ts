import { spawn } from "node:child_process";
import { hostOf, libpqTlsVariables } from "@/server/platform/database-address";
import { StartupError } from "@/server/platform/lifecycle";

const OUTPUT_LIMIT = 4_000;

/**
 * Runs pg_dump or pg_restore on a database until it ends. Throws {@link StartupError} with its own message. The address
 * is in the environment, because every user of the machine can read the arguments of a process.
 */
export function runPgTool(
  tool: "pg_dump" | "pg_restore",
  args: readonly string[],
  { url, environment }: { url: string; environment: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, ["--no-password", ...args], {
      env: { ...environment, ...connectionOf(url) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-OUTPUT_LIMIT);
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError(
          error.code === "ENOENT"
            ? `${tool} is not installed here. Install Postgres's client programs, of the version of the databases or newer.`
            : `${tool} could not run: ${error.message}`,
        ),
      ),
    );
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartupError(`${tool} failed: ${said.trim() || `it ended with code ${code}`}`));
    });
  });
}

function connectionOf(address: string): Record<string, string> {
  const url = new URL(address);
  return {
    PGHOST: hostOf(address),
    PGPORT: url.port || "5432",
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGAPPNAME: "paydeck-backup",
    ...libpqTlsVariables(address),
  };
}
