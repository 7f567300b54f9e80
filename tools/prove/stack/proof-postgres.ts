/** A separate Postgres for the proofs, run as in the product; or a Citus, whose nodes are several. */
export type ProofPostgres = {
  /** Of each server that holds rows of the service, as its superuser: one, or the coordinator and the nodes. */
  serverUrls: readonly [string, ...string[]];
  /** As reported by the server. */
  version: string;
  /** The URL of a new database: empty, or with the service's tables distributed by merchant. */
  createDatabase(name: "routing" | "dashboard"): Promise<string>;
  /** Starts a server that was killed; null where that happens by itself, as in the product. */
  restart: ((dataFolder: string) => Promise<void>) | null;
  stop(): Promise<void>;
};
