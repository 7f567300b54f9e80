import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { makeFolder, postmasterPid, removeFolder } from "@/tools/testing/embedded/harness";
import type { TestDatabase } from "./database";

/** A separate Postgres for a test that kills or copies it, with an empty database. */
export type OwnPostgres = {
  folder: string;
  adminUrl: string;
  /** Removed with its Postgres. */
  database: TestDatabase;
  /** kill -9; it is restarted as in the product. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnPostgres(name: "routing" | "dashboard" = "routing"): Promise<OwnPostgres> {
  const folder = await makeFolder();
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: "test-superuser-password",
    databases: [{ name, password: `test-${name}-password`, createsRoles: name === "dashboard" }],
    onEvent: () => undefined,
  });
  return {
    folder,
    adminUrl: postgres.adminUrl,
    database: { url: postgres.urlOf(name), drop: () => Promise.resolve() },
    async kill() {
      process.kill(await postmasterPid(`${folder}/postgres`), "SIGKILL");
    },
    async stop() {
      await postgres.stop();
      await removeFolder(folder);
    },
  };
}
