import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/**
 * Settings of a cluster whose nodes log each statement, and what Citus then sent to which shard. `readStatements` reads
 * the coordinator's log.
 */
export const LOGGING = {
  logging_collector: "on",
  log_statement: "all",
  log_min_messages: "notice",
  log_line_prefix: "§%p|%a|",
  "citus.log_remote_commands": "on",
};

/** A statement that a program sent to the coordinator. */
export type SentStatement = {
  text: string;
  /** Groups of shards that are kept together, by their lowest hash: those of one group have the same merchants. */
  groups: Set<string>;
  /** Ports of the nodes to which any part of it was sent. */
  nodes: Set<string>;
};

/** Lines that begin and end a transaction on a node name no shard. */
const SHARD = /_(\d{6,})\b/g;
const STATEMENT = /^LOG: {2}(?:statement|execute [^:]*): ([^]*)$/;
const SENT = /^NOTICE: {2}issuing ([^]*)$/;
const NODE = /^DETAIL: {2}on server \S+:(\d+) connectionId/;

/** What the programs of this application name sent, in order for each connection. */
export async function readStatements(
  coordinator: { url: string; folder: string },
  applicationName: string,
): Promise<SentStatement[]> {
  const groups = await groupsOfShards(coordinator.url);
  const statements: SentStatement[] = [];
  const current = new Map<string, SentStatement>();
  for (const { pid, application, message } of await readMessages(coordinator.folder)) {
    if (application !== applicationName) continue;
    const [, text] = STATEMENT.exec(message) ?? [];
    if (text !== undefined) {
      const statement = { text, groups: new Set<string>(), nodes: new Set<string>() };
      statements.push(statement);
      current.set(pid, statement);
      continue;
    }
    const statement = current.get(pid);
    const [, node] = NODE.exec(message) ?? [];
    if (node !== undefined) statement?.nodes.add(node);
    const [, sent] = SENT.exec(message) ?? [];
    if (sent === undefined || statement === undefined) continue;
    for (const [, shard = ""] of sent.matchAll(SHARD)) {
      const group = groups.get(shard);
      if (group !== null && group !== undefined) statement.groups.add(group);
    }
  }
  return statements;
}

/** Null for a shard of a copied table. */
async function groupsOfShards(url: string): Promise<Map<string, string | null>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ shard: string; group: string | null }>(
      `select shardid::text as shard, shardminvalue as "group" from pg_dist_shard`,
    );
    return new Map(rows.map(({ shard, group }) => [shard, group]));
  } finally {
    await client.end();
  }
}

/** Lines without the prefix continue the one before. */
async function readMessages(
  folder: string,
): Promise<{ pid: string; application: string; message: string }[]> {
  const names = (await readdir(join(folder, "log"))).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, "log", name), "utf8")));
  return texts
    .join("")
    .split(/^§/m)
    .flatMap((entry) => {
      const [, pid, application, message] = /^(\d+)\|([^|]*)\|([^]*)$/.exec(entry.trimEnd()) ?? [];
      return pid === undefined || application === undefined || message === undefined
        ? []
        : [{ pid, application, message }];
    });
}
