import { StartupError } from "@/server/platform/lifecycle";
import type { Db } from "@/server/platform/pool";

const EXTENSION = "select 1 from pg_extension where extname = 'citus'";
const AVAILABLE = "select 1 from pg_available_extensions where name = 'citus'";
/** Null where the library is not loaded: its settings are then unknown. */
const LOADED = "select current_setting('citus.shard_count', true) as shards";
const NODES = `select (select groupid = 0 from pg_dist_local_group) as is_coordinator,
    exists (select from pg_dist_node where groupid = 0) as knows_coordinator,
    (select count(*)::integer from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as holders`;

type Nodes = { is_coordinator: boolean; knows_coordinator: boolean; holders: number };

/** Throws a StartupError that says what is missing when this database is not the coordinator of a Citus with nodes. */
export async function checkCluster(db: Db): Promise<void> {
  const extension = await db.query(EXTENSION);
  if (extension.rows.length === 0) {
    const available = await db.query(AVAILABLE);
    throw new StartupError(
      available.rows.length === 0
        ? "This Postgres has no Citus. Install Citus on every node, add citus to shared_preload_libraries, and restart them."
        : "This database has no Citus extension. On every node, with citus in shared_preload_libraries, a superuser runs in a database of this name: create extension citus",
    );
  }
  const loaded = await db.query<{ shards: string | null }>(LOADED);
  if ((loaded.rows[0]?.shards ?? null) === null) {
    throw new StartupError(
      "Citus is not loaded. Add citus to shared_preload_libraries of this node, and restart it.",
    );
  }
  const { rows } = await db.query<Nodes>(NODES);
  const [nodes] = rows;
  if (nodes?.is_coordinator !== true) {
    throw new StartupError(
      "This node is a worker. Set ROUTING_DATABASE_URL to the address of the coordinator.",
    );
  }
  if (!nodes.knows_coordinator) {
    throw new StartupError(
      "The workers do not know the coordinator's address. A superuser runs on it: select citus_set_coordinator_host('HOST', PORT)",
    );
  }
  if (nodes.holders === 0) {
    throw new StartupError(
      "There is no worker node. For each one, a superuser runs on the coordinator: select citus_add_node('HOST', PORT)",
    );
  }
}
