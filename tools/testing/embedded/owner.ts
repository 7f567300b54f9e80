import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { TEST_OPTIONS } from "./options";

/** A program that runs an embedded Postgres, for tests that kill it. Prints the URL when it is ready. */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error("owner needs a folder");
const postgres = await startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: () => undefined });
process.stdout.write(`${postgres.adminUrl}\n`);
