import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort } from "@/server/embedded/postmaster";
import { launchProgram, type Program } from "./program";
import { named, type ProofService } from "./service";

/** A dashboard with a separate database, whose staff have the sandbox's accounts. */
export type ProofDashboard = {
  url: string;
  password: string;
  databaseUrl: string;
  env: Record<string, string>;
};

/** Decides the URL of a dashboard and the one by which it reaches the service; starts nothing. */
export async function planDashboard(
  databaseUrl: string,
  service: Pick<ProofService, "baseUrl" | "apiKey" | "salt">,
  env: Record<string, string> = {},
): Promise<ProofDashboard> {
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  return {
    url: `http://127.0.0.1:${port}`,
    password,
    databaseUrl,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      DASHBOARD_DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: randomBytes(24).toString("hex"),
      SANDBOX_PASSWORD: password,
      ROUTING_BASE_URL: service.baseUrl,
      ROUTING_API_KEY: service.apiKey,
      ROUTING_API_SALT: service.salt,
      DASHBOARD_LOG_LEVEL: "error",
      ...env,
    },
  };
}

export function launchDashboard(
  folder: string,
  dashboard: ProofDashboard,
  name = "dashboard",
): Promise<Program> {
  return launchProgram({
    program: "dashboard",
    env: { ...dashboard.env, DASHBOARD_DATABASE_URL: named(dashboard.databaseUrl, name) },
    logFile: join(folder, "logs", `${name}.log`),
  });
}
