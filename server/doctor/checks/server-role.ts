import { type Finding, info, ok, problem, warning } from "../finding";

/** What a connection to a database says about the server at its other end. */
export type ServerRole = {
  /** Transactions of one connection run on different connections of the server. */
  isPooled: boolean;
  isReplica: boolean;
  /** `default_transaction_read_only`. */
  isReadOnly: boolean;
};

/** `variable`: where the address is set. */
export function checkServerRole(
  title: string,
  variable: string,
  { isPooled, isReplica, isReadOnly }: ServerRole,
): Finding[] {
  const findings: Finding[] = [];
  if (isReplica) {
    findings.push(
      problem(
        title,
        "it is a read replica: nothing can be written",
        `Set ${variable} to the primary. The address of a replica belongs into ROUTING_REPLICA_URL.`,
      ),
    );
  } else if (isReadOnly) {
    findings.push(
      problem(
        title,
        "default_transaction_read_only is on: nothing can be written",
        "Turn it off for this role.",
      ),
    );
  }
  if (isPooled) {
    findings.push(
      problem(
        title,
        "a pooler in transaction mode is in front of it: jobs do not wake up, and locks of a session are lost",
        `Set ${variable} to Postgres itself, or the pooler to session mode. The service alone can use one: ROUTING_POOLER_URL.`,
      ),
    );
  }
  return findings;
}

/** What an address beside the database's own leads to; `isSame`: it is the same database. */
export type SideFacts =
  | { kind: "unreachable"; failure: string }
  | ({ kind: "read"; isSame: boolean; limitsMissing: string[]; lagSeconds: number | null } & ServerRole);

/** ROUTING_POOLER_URL. The service checks the same at its start. */
export function checkPooler(facts: SideFacts): Finding {
  const check = "pooler of the service";
  if (facts.kind === "unreachable") {
    return problem(
      check,
      `it cannot be reached (${facts.failure})`,
      "Start it, or correct ROUTING_POOLER_URL: the service does not start without it.",
    );
  }
  if (!facts.isSame) {
    return problem(
      check,
      "it leads to another database than ROUTING_DATABASE_URL",
      "Correct ROUTING_POOLER_URL.",
    );
  }
  if (facts.limitsMissing.length > 0) {
    return problem(
      check,
      `${facts.limitsMissing.join(" and ")} are not limited through it: a statement that hangs would hold its locks`,
      "Set them for the role in the database (docs/operation.md), then let the pooler reconnect.",
    );
  }
  if (facts.isPooled) return ok(check, "transactions share its connections");
  return info(
    check,
    "its connections were not shared: it pools sessions, or is no pooler",
    "Nothing, if that is wanted. Transaction mode needs fewer connections of Postgres.",
  );
}

const LATE_SECONDS = 60;

/** ROUTING_REPLICA_URL. The primary answers for a replica that is missing, so nothing here stops the service. */
export function checkReplica(facts: SideFacts): Finding {
  const check = "replica of the service";
  const primary = "The primary answers for it meanwhile.";
  if (facts.kind === "unreachable") {
    return warning(
      check,
      `it cannot be reached (${facts.failure})`,
      `Start it, or correct ROUTING_REPLICA_URL. ${primary}`,
    );
  }
  if (!facts.isReplica) {
    return warning(check, "it is a primary", `Set ROUTING_REPLICA_URL to a streaming replica. ${primary}`);
  }
  if (facts.lagSeconds !== null && facts.lagSeconds > LATE_SECONDS) {
    return warning(
      check,
      `it is ${String(Math.round(facts.lagSeconds))} s behind`,
      `Find out what slows its replay down. ${primary}`,
    );
  }
  return ok(check, "it follows its primary");
}
