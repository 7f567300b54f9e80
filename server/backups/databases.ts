import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";

export const DATABASES = ["routing", "dashboard"] as const;
export type DatabaseName = (typeof DATABASES)[number];
/** Only those that this installation has. */
export type DatabaseUrls = Partial<Record<DatabaseName, string>>;

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...readDatabaseAddress(url), application_name: "paydeck-backup" });
  // The query in progress fails with the same error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
