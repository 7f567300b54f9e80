import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { readPostgresVariable } from "./env";
import type { Logger } from "./log";
import { StartupError } from "./startup-error";

/** The parameters of an address that are about TLS, with libpq's variables for them. */
const TLS_PARAMETERS = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
} as const;
type TlsParameter = keyof typeof TLS_PARAMETERS;

/** Of node-postgres alone, or of libpq alone: the other one would ignore it. */
const REFUSED = /^(ssl.*|uselibpqcompat|requiressl)$/;
/** What these change has no counterpart in sslmode. */
const REMOVED = [
  "uselibpqcompat",
  "sslcertmode",
  "sslcompression",
  "sslcrl",
  "sslcrldir",
  "sslkeylogfile",
  "sslnegotiation",
  "sslpassword",
  "sslsni",
  "ssl_max_protocol_version",
  "ssl_min_protocol_version",
];

/** libpq's word for the public certificate authorities that the machine knows. */
const PUBLIC = "system";
/** No file can be there, so that libpq does not find one in the home folder. */
const NO_FILE = "/dev/null/none";

/**
 * What the address of a database says about TLS (decision 0415). It means the same to every connection of Paydeck and to pg_dump
 * and pg_restore, which by themselves read it differently:
 *
 * - none, `disable`, or any with a Unix socket: without TLS.
 * - `require`: with TLS. The certificate is checked only if `sslrootcert` is given, and then as by `verify-ca`.
 * - `verify-ca`: the certificate is issued by an authority in the file `sslrootcert`.
 * - `verify-full`: it also names the host. Without `sslrootcert`, a public authority has issued it.
 */
type Tls = { parameters: Partial<Record<TlsParameter, string>>; ssl: false | ConnectionOptions };

/** How node-postgres connects to the database at an address. Throws a StartupError for TLS that cannot be met. */
export function readDatabaseAddress(url: string): {
  connectionString: string;
  ssl: false | ConnectionOptions;
} {
  const { ssl } = readTls(url);
  const [base = "", ...query] = url.split("?");
  const others = new URLSearchParams(query.join("?"));
  for (const name of Object.keys(TLS_PARAMETERS)) others.delete(name);
  const rest = others.toString();
  return { connectionString: rest === "" ? base : `${base}?${rest}`, ssl };
}

/** The same for pg_dump and pg_restore, as variables of libpq. Throws like {@link readDatabaseAddress}. */
export function libpqTlsVariables(url: string): Record<string, string> {
  const { parameters, ssl } = readTls(url);
  if (ssl === false) return { PGSSLMODE: "disable" };
  // By itself libpq looks for a file in the home folder.
  const sslrootcert = parameters.sslmode === "verify-full" ? PUBLIC : NO_FILE;
  return Object.fromEntries(
    Object.entries({ sslrootcert, ...parameters }).map(([name, value]) => [
      TLS_PARAMETERS[name as TlsParameter],
      value,
    ]),
  );
}

const LOOPBACK = /^(localhost|127\..*|::1)$/;
const warnedAbout = new Set<string>();

/** Logs once in a process when TLS with another machine does not verify who answers. */
export function warnOfUnverified(url: string, logger: Logger): void {
  const { ssl } = readTls(url);
  const host = hostOf(url);
  if (ssl === false || ssl.rejectUnauthorized !== false || LOOPBACK.test(host) || warnedAbout.has(host))
    return;
  warnedAbout.add(host);
  logger.warn(
    { host },
    "sslmode=require does not verify the server of the database: write sslmode=verify-full to verify it",
  );
}

function readTls(url: string): Tls {
  const query = new URLSearchParams(url.split("?").slice(1).join("?"));
  const parameters: Tls["parameters"] = {};
  for (const [name, variable] of Object.entries(TLS_PARAMETERS)) {
    const value = query.get(name) ?? readPostgresVariable(variable);
    if (value !== undefined && value !== "") parameters[name as TlsParameter] = value;
  }
  const refused = [...query.keys()].find((name) => REFUSED.test(name) && !(name in TLS_PARAMETERS));
  if (refused !== undefined)
    throw wrong(`${refused} is not supported: ${REMOVED.includes(refused) ? "remove it" : "write sslmode"}`);
  if (parameters.sslmode === undefined && query.has("sslrootcert"))
    throw wrong("sslrootcert is set without TLS: add sslmode=verify-full");
  // As libpq does: a socket never leaves this machine, and Postgres offers no TLS there.
  if (isSocket(hostOf(url))) return { parameters, ssl: false };
  return { parameters, ssl: connectionOf(parameters) };
}

/** The host as node-postgres finds it; empty for this machine. */
export function hostOf(url: string): string {
  const [base = "", ...query] = url.split("?");
  const named = new URLSearchParams(query.join("?")).get("host");
  if (named !== null && named !== "") return named;
  const host = /^\w+:\/\/(?:[^/]*@)?(?<host>\[[^\]]*\]|[^:/]*)/.exec(base)?.groups?.host ?? "";
  return decodeURIComponent(host.replaceAll(/^\[|\]$/g, "")) || (readPostgresVariable("PGHOST") ?? "");
}

const isSocket = (host: string): boolean => host === "" || host.startsWith("/");

function connectionOf({ sslmode, sslrootcert, sslcert, sslkey }: Tls["parameters"]): Tls["ssl"] {
  // The variables may be set for other programs of the machine: their files do not matter here.
  if (sslmode === undefined || sslmode === "disable") return false;
  if ((sslcert === undefined) !== (sslkey === undefined)) throw wrong("sslcert and sslkey belong together");
  const client = {
    ...(sslcert === undefined ? {} : { cert: read("sslcert", sslcert) }),
    ...(sslkey === undefined ? {} : { key: read("sslkey", sslkey) }),
  };
  const isPublic = sslrootcert === undefined || sslrootcert === PUBLIC;
  switch (sslmode) {
    case "require":
    case "verify-ca":
      if (!isPublic) {
        return { ...client, ca: read("sslrootcert", sslrootcert), checkServerIdentity: () => undefined };
      }
      if (sslmode === "require" && sslrootcert === undefined) return { ...client, rejectUnauthorized: false };
      throw wrong(
        `sslmode=${sslmode} needs the file of your own authority in sslrootcert, because anyone can get a certificate of a ` +
          "public one. For those, set sslmode=verify-full",
      );
    case "verify-full":
      return isPublic ? client : { ...client, ca: read("sslrootcert", sslrootcert) };
    case "allow":
    case "prefer":
      throw wrong(
        `sslmode=${sslmode} lets the network decide about TLS. Set disable, require or verify-full`,
      );
    case "no-verify":
      throw wrong("sslmode=no-verify is a word of node-postgres alone: require means the same");
    default:
      throw wrong("sslmode must be disable, require, verify-ca or verify-full");
  }
}

function read(name: TlsParameter, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw wrong(`the file ${file} of ${name} cannot be read (${code})`);
  }
}

/** The address itself can contain a password. */
function wrong(fault: string): StartupError {
  return new StartupError(`The address of a database is not usable: ${fault}.`);
}

const NOT_TRUSTED =
  "its certificate is not issued by an authority of sslrootcert, or without it by a public one";
const FAILURES: Record<string, string> = {
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name than that of the address",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: compare the clocks",
};

/** Why TLS with the database failed, as a clause about the server; null for another failure. */
export function tlsFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.message === "The server does not support SSL connections")
    return "it offers no TLS: set ssl = on there, or remove sslmode from the address";
  if (/ no encryption$/.test(error.message)) return "it accepts TLS only: add sslmode to the address";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return FAILURES[code] ?? null;
}
