import { commandsHere } from "@/server/platform/commands-here";
import { join } from "node:path";
import { createPaydeckClient } from "@/lib/client";
import { checkAudit } from "./checks/audit";
import { checkBackupDisk, checkBackups } from "./checks/backups";
import { checkClock } from "./checks/clock";
import { checkConnections } from "./checks/connections";
import { checkDatabase } from "./checks/database";
import { checkDatabaseTls } from "./checks/database-tls";
import { checkDisk } from "./checks/disk";
import { checkFiles } from "./checks/files";
import { checkMailServer } from "./checks/mail-server";
import { checkGateway, checkNoGateway } from "./checks/gateways";
import { checkJobs } from "./checks/jobs";
import { checkMigrations } from "./checks/migrations";
import { checkNodeVersion } from "./checks/node-version";
import { checkPublicUrls, checkServiceUrl } from "./checks/public-urls";
import { checkRefundHold } from "./checks/refund-hold";
import { checkSealed } from "./checks/sealed";
import { checkSecrets } from "./checks/secrets";
import { checkPooler, checkReplica, checkServerRole } from "./checks/server-role";
import { checkService, type ServiceCall } from "./checks/service";
import { type Finding, warning } from "./finding";
import type { Installation } from "./read-installation";
import { tryConnection } from "./read/connect";
import { migrationsFolder, readMigrations } from "@/server/platform/migrations";
import { readDatabase, type System } from "./read/read-database";
import { readRemoteClock } from "./read/read-remote-clock";
import { readServerRole, readSide } from "./read/read-server-role";
import { readSealed } from "./read/read-sealed";
import { areOnOneDisk, readBackups, readFiles, readFreeBytes } from "./read/read-files";

type Now = () => Date;

/** All checks of an installation, in the order of the report. */
export async function examine(
  installation: Installation,
  { backups, environment }: { backups: string | null; environment: NodeJS.ProcessEnv },
  now: Now,
): Promise<Finding[]> {
  const { folder, publicUrls, listensOn, serviceUrl, isPublic, gateways, service } = installation;
  const { databases, poolerUrl, replicaUrl, dashboardUrl } = installation;
  const backupFolder = backups ?? installation.backups;
  const backupBytes = backupFolder === null ? null : await readFreeBytes(backupFolder);
  const isOnDisk = backupFolder === null ? null : await areOnOneDisk(join(folder, "postgres"), backupFolder);
  const freeBytes = await readFreeBytes(folder);
  const { findings, bytes } = await examineDatabases(installation, now);
  return [
    checkNodeVersion(process.versions.node),
    ...checkSecrets(installation.secrets),
    ...findings,
    ...(poolerUrl === null ? [] : [checkPooler(await readSide(poolerUrl, databases.routing))]),
    ...(replicaUrl === null ? [] : [checkReplica(await readSide(replicaUrl, databases.routing))]),
    ...(service === null
      ? [warning("dashboard reaches the service", "not checked", "Start Paydeck and run this command again.")]
      : [checkService(withoutPassword(service.baseUrl), await callService(service))]),
    ...(await examineClocks(
      [
        ["service", service?.baseUrl ?? null],
        ["dashboard", dashboardUrl],
      ],
      now,
    )),
    ...(await Promise.all(
      gateways.map(async ({ name, url }) => checkGateway(name, url.host, await tryConnection(url))),
    )),
    ...(await examineMailServer(installation.smtpUrl)),
    ...(gateways.length === 0 ? [checkNoGateway(isPublic)] : []),
    ...checkPublicUrls(publicUrls, listensOn),
    ...(serviceUrl === null ? [] : checkServiceUrl(serviceUrl)),
    ...checkFiles(await readFiles(folder, backupFolder)),
    ...(freeBytes === null ? [] : [checkDisk(folder, freeBytes)]),
    ...(backupBytes === null ? [] : [checkDisk(backupFolder ?? "", backupBytes)]),
    ...checkBackups(
      await readBackups({ named: backups, configured: installation.backups }, environment),
      now(),
      bytes,
    ),
    ...(isOnDisk === null ? [] : [checkBackupDisk(backupFolder ?? "", isOnDisk)]),
  ];
}

/** smtps begins with TLS as https does; smtp turns to it later, which only a message shows. */
async function examineMailServer(smtpUrl: string | null): Promise<Finding[]> {
  if (smtpUrl === null || !URL.canParse(smtpUrl)) return [];
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isSecure = protocol === "smtps:";
  const address = `${hostname}:${port || (isSecure ? "465" : "587")}`;
  return [
    checkMailServer(address, await tryConnection(new URL(`${isSecure ? "https" : "http"}://${address}`))),
  ];
}

/** The clocks of the processes that response; one that does not is a finding of another check. */
async function examineClocks(
  processes: readonly (readonly [name: string, url: string | null])[],
  now: Now,
): Promise<Finding[]> {
  const findings = processes.map(async ([name, url]) => {
    if (url === null || !URL.canParse(url)) return [];
    const offsetMs = await readRemoteClock(new URL("/healthz", url), () => now().getTime());
    return offsetMs === null ? [] : [checkClock(name, offsetMs)];
  });
  return (await Promise.all(findings)).flat();
}

const SYSTEMS = [
  {
    system: "routing",
    title: "service",
    variable: "ROUTING_DATABASE_URL",
    key: "ROUTING_SALT_KEY",
    otherKey: "ROUTING_OTHER_SALT_KEY",
    start: commandsHere("npm run worker"),
  },
  {
    system: "dashboard",
    title: "dashboard",
    variable: "DASHBOARD_DATABASE_URL",
    key: "SECOND_FACTOR_KEY",
    otherKey: "OTHER_SECOND_FACTOR_KEY",
    start: commandsHere("npm start"),
  },
] as const satisfies readonly {
  system: System;
  title: string;
  variable: string;
  key: string;
  otherKey: string;
  start: string;
}[];

async function examineDatabases(
  { databases, isRunning, poolerUrl, sealing }: Installation,
  now: Now,
): Promise<{ findings: Finding[]; bytes: number }> {
  const findings: Finding[] = [];
  let bytes = 0;
  const servers = new Map<string, Parameters<typeof checkConnections>[0][number]>();
  for (const { system, title, variable, start, key, otherKey } of SYSTEMS) {
    const url = databases[system];
    const name = `database of the ${title}`;
    if (url === null) {
      findings.push(warning(name, "not checked", `Start Paydeck, or set ${variable}.`));
      continue;
    }
    const read = await readDatabase(system, url, () => now().getTime());
    findings.push(...checkDatabase(name, variable, read.facts));
    if (!("available" in read)) continue;
    bytes += read.bytes;
    const role = await readServerRole(url);
    if (role !== null) findings.push(...checkServerRole(name, variable, role));
    const { host, hostname } = new URL(url);
    findings.push(...checkDatabaseTls(title, hostname, read.tls));
    const known = servers.get(host);
    servers.set(host, {
      available: read.available,
      hasRouting: system === "routing" || known?.hasRouting === true,
      hasDashboard: system === "dashboard" || known?.hasDashboard === true,
      isRoutingPooled: poolerUrl !== null,
    });
    const migrations = await readMigrations(migrationsFolder(system));
    findings.push(checkMigrations(title, { known: migrations, applied: read.applied }));
    findings.push(checkClock(name, read.clockOffsetMs));
    const keys = sealing[system];
    const sealed = keys.key === null ? null : await readSealed(system, url, { ...keys, key: keys.key });
    if (sealed !== null) {
      findings.push(...checkSealed(key, sealed, keys.otherKey === null ? null : otherKey));
    }
    if (read.jobs !== null) findings.push(...checkJobs(title, start, read.jobs, isRunning));
    findings.push(...checkRefundHold(title, read.areRefundsHeld));
    if (read.audit !== null) findings.push(checkAudit(read.audit, now()));
    for (const { slug, applied, audit } of read.accounts) {
      findings.push(checkMigrations(`account ${slug}`, { known: migrations, applied }));
      if (audit !== null) findings.push(checkAudit(audit, now(), slug));
    }
  }
  return { findings: [...findings, ...checkConnections([...servers.values()])], bytes };
}

/** No check prints a secret, and an address can contain one. */
function withoutPassword(address: string): string {
  const { origin, pathname } = new URL(address);
  return pathname === "/" ? origin : `${origin}${pathname}`;
}

/** A signed status request for a reference that no payment has: it changes nothing. */
async function callService(service: NonNullable<Installation["service"]>): Promise<ServiceCall> {
  const { baseUrl, apiKey, apiSalt: salt } = service;
  try {
    const client = createPaydeckClient({ baseUrl, apiKey, salt, timeoutMs: 10_000 });
    const response = await client.transactionStatus(`doctor-${crypto.randomUUID()}`);
    if (response.kind === "not_sent") return "not_sent";
    if (response.kind !== "refused") return "other";
    if (response.refusal.kind === "not_found") return "accepted";
    if (response.refusal.kind === "busy" || response.refusal.kind === "key_refused")
      return response.refusal.kind;
    return "other";
  } catch {
    return "other";
  }
}
