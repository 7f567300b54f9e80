import { type Finding, ok, problem, warning } from "../finding";

/** What a database says about itself; `failure`: why it could not be read. */
export type DatabaseFacts =
  | { kind: "unreachable"; failure: string }
  | {
      kind: "read";
      /** Like 150004. */
      versionNumber: number;
      fsync: string;
      fullPageWrites: string;
      synchronousCommit: string;
    };

const OLDEST_MAJOR = 15;

/** `title`: "database of the service"; `variable`: where its address is set. */
export function checkDatabase(title: string, variable: string, facts: DatabaseFacts): Finding[] {
  if (facts.kind === "unreachable") {
    const action = `Start Postgres, or correct ${variable}. Its log says why a connection was refused.`;
    return [problem(title, `it cannot be reached (${facts.failure})`, action)];
  }
  const major = Math.floor(facts.versionNumber / 10_000);
  const version = `Postgres ${major}.${facts.versionNumber % 10_000}`;
  const findings = [...checkVersion(title, major, version), ...checkDurability(title, facts)];
  return findings.length > 0 ? findings : [ok(title, `${version} responds, and commits survive a crash`)];
}

function checkVersion(title: string, major: number, version: string): Finding[] {
  if (major >= OLDEST_MAJOR) return [];
  return [problem(title, `${version} is too old`, `Upgrade to Postgres ${OLDEST_MAJOR} or newer.`)];
}

type Durability = Extract<DatabaseFacts, { kind: "read" }>;

function checkDurability(title: string, facts: Durability): Finding[] {
  const findings: Finding[] = [];
  const lost = "Payments and refunds that were confirmed can be lost, and refunds sent again.";
  if (facts.fsync !== "on") {
    findings.push(
      problem(title, "fsync is off: a crash of the machine damages the database", `Set fsync = on. ${lost}`),
    );
  }
  if (facts.fullPageWrites !== "on") {
    findings.push(
      problem(
        title,
        "full_page_writes is off: a crash of the machine can damage the database",
        "Set full_page_writes = on.",
      ),
    );
  }
  if (facts.synchronousCommit === "off") {
    findings.push(
      problem(
        title,
        "synchronous_commit is off: a crash loses the newest commits",
        `Set synchronous_commit = on. ${lost}`,
      ),
    );
  }
  if (facts.synchronousCommit === "local") {
    findings.push(
      warning(
        title,
        "synchronous_commit is local: a failover to a standby loses the newest commits",
        "Set synchronous_commit = on if a standby can take over.",
      ),
    );
  }
  return findings;
}
