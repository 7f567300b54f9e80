import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import pg from "pg";
import {
  type ComposedRole,
  type Permission,
  PERMISSIONS,
  type Role,
  roleId,
  ROLES,
  roleText,
} from "../../lib/can";
import { E2E, stackFolder } from "../../tools/testing/e2e-stack";

/** What the build offers over HTTP, and callers without a browser: nothing here goes through a screen. */
export type Action = { id: string; name: string; page: string };

/** Every server action of the build, from the manifest that Next.js itself uses. */
export function actionsOfBuild(): Action[] {
  const manifest = readJson("server/server-reference-manifest.json") as {
    node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  };
  return Object.entries(manifest.node).map(([id, { exportedName, workers }]) => ({
    id,
    name: exportedName,
    page: addressOf((Object.keys(workers)[0] ?? "").replace(/^app/, "")),
  }));
}

/** Every page and route handler of the build, as `/people/[personId]`. */
export function routesOfBuild(): { pages: string[]; handlers: string[] } {
  const keys = Object.keys(readJson("server/app-paths-manifest.json") as Record<string, string>);
  const below = (ending: string): string[] =>
    keys
      .filter((key) => key.endsWith(ending) && !key.startsWith("/_"))
      .map((key) => key.slice(0, -ending.length).replace(/\/\([^)]+\)/g, "") || "/")
      .sort();
  return { pages: below("/page"), handlers: below("/route") };
}

/** A concrete address: random ids for the route's parameters. */
export function addressOf(route: string): string {
  return route
    .replace(/\/page$/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace("[version]", "1")
    .replace("[...nextauth]", "session")
    .replace(/\[+\.\.\.missing\]+/, "none/such")
    .replace(/\[(runId|intentId|personId|approvalId|endpointId|deliveryId)\]/g, randomUUID())
    .replace(/\[(transactionId|refundId)\]/g, "TXN202601011700000000000")
    .replace("[token]", "a".repeat(43));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(".next", name), "utf8"));
}

export type Caller = { label: string; role: Role | null; userId: string; cookie: string };

let pairs = 0;

/**
 * One of the callers that may, and one of the others; another pair each time. The same code decides for all of them, and
 * composed roles try each permission.
 */
export function pairOf(callers: readonly Caller[], may: (caller: Caller) => boolean): Caller[] {
  pairs += 1;
  const sides = [callers.filter(may), callers.filter((caller) => !may(caller))];
  return sides.flatMap((side) => side[pairs % side.length] ?? []);
}

const SESSION_COOKIE = "next-auth.session-token";
const HOUR_MS = 60 * 60_000;

/** The dashboard's database and its secret, to create people and sessions that no screen would. */
export class Staff {
  readonly db: pg.Pool;
  private readonly secret: string;

  /** By default of the stack's own dashboard. */
  constructor(dashboard: DashboardAccess = ofStack()) {
    this.db = new pg.Pool({ connectionString: dashboard.databaseUrl, max: 2 });
    this.secret = dashboard.secret;
  }

  /** A new session of the sandbox's person of this role, as a cookie. */
  async as(role: "support" | "ops" | "finance" | "admin"): Promise<string> {
    const { rows } = await this.db.query<{ id: string }>("select id from people where email = $1", [
      `${role}@example.com`,
    ]);
    return this.cookieFor(rows[0]?.id ?? "");
  }

  /** A new person with a new composed role (decision 0304). */
  async ofComposed(permissions: readonly Permission[]): Promise<Caller> {
    const id = randomUUID();
    const missing = PERMISSIONS.filter((permission) => !permissions.includes(permission));
    const what = missing.length < permissions.length ? ["All but", missing] : ["Only", permissions];
    const name = `${what.join(" ").slice(0, 45)} ${id.slice(0, 8)}`;
    const role: ComposedRole = { id, name, permissions, refundLimits: null, approveLimits: null };
    await this.db.query(
      "insert into roles (id, name, permissions, created_at, changed_at) values ($1, $2, $3, now(), now())",
      [id, name, permissions],
    );
    return this.newcomer(role);
  }

  /** A new person of each role. */
  ofEachRole(): Promise<Caller[]> {
    return Promise.all(ROLES.map((role) => this.newcomer(role)));
  }

  async newcomer(role: Role): Promise<Caller> {
    const userId = await this.insertPerson(role);
    const sessionId = await this.insertSession(userId);
    return { label: roleText(role), role, userId, cookie: await this.cookieOf(userId, sessionId) };
  }

  /** A new person, signed in, who can also sign in with the password of the sandbox's people. */
  async newcomerWithPassword(role: Parameters<Staff["as"]>[0]): Promise<{ email: string; cookie: string }> {
    const id = randomUUID();
    const email = `${role}.${id}@example.com`;
    await this.db.query(
      `insert into people (id, email, name, role, password_hash, created_at, activated_at)
       select $1, $2, 'Nila', role, password_hash, now(), now() from people where email = $3`,
      [id, email, `${role}@example.com`],
    );
    return { email, cookie: await this.cookieFor(id) };
  }

  /** With a new session. */
  async cookieFor(userId: string): Promise<string> {
    return this.cookieOf(userId, await this.insertSession(userId));
  }

  /** Callers with a well-formed cookie that is worthless: each was once an admin. */
  async outsiders(): Promise<Caller[]> {
    const deactivated = await this.insertPerson("admin");
    await this.db.query("update people set deactivated_at = now() where id = $1", [deactivated]);
    const left = await this.insertSession(deactivated);
    const person = await this.insertPerson("admin");
    const ended = await this.insertSession(person, -HOUR_MS);
    const caller = (label: string, userId: string, cookie: string): Caller => ({
      label,
      role: null,
      userId,
      cookie,
    });
    return [
      caller("signed out", randomUUID(), ""),
      caller("a deactivated account", deactivated, await this.cookieOf(deactivated, left)),
      caller("a session that ran out", person, await this.cookieOf(person, ended)),
      caller("a session that never was", person, await this.cookieOf(person, randomUUID())),
      caller(
        "a cookie sealed with another secret",
        person,
        await this.cookieOf(person, await this.insertSession(person), "another-secret-of-nobody"),
      ),
    ];
  }

  /** How many refusals of a person the audit log contains. */
  async refusalsOf({ userId }: Caller): Promise<number> {
    const { rows } = await this.db.query<{ n: number }>(
      "select count(*)::int as n from audit_log where actor_id = $1 and action = 'forbidden'",
      [userId],
    );
    return rows[0]?.n ?? 0;
  }

  private async insertPerson(role: Role): Promise<string> {
    const id = randomUUID();
    await this.db.query(
      `insert into people (id, email, name, role, password_hash, created_at, activated_at)
       values ($1, $2, 'Direct caller', $3, 'nobody signs in with it', now(), now())`,
      [id, `${id}@example.com`, roleId(role)],
    );
    return id;
  }

  private async insertSession(personId: string, lastsMs = HOUR_MS): Promise<string> {
    const id = randomUUID();
    await this.db.query(
      `insert into sessions (id, person_id, created_at, expires_at, last_used_at, opened_by)
       values ($1, $2, now() - interval '2 hours', now() + $3 * interval '1 ms', now(), 'password')`,
      [id, personId, lastsMs],
    );
    return id;
  }

  private async cookieOf(userId: string, sessionId: string, secret = this.secret): Promise<string> {
    return `${SESSION_COOKIE}=${await encode({ token: { sub: userId, sessionId }, secret })}`;
  }
}

type DashboardAccess = { databaseUrl: string; secret: string };

/** Those that the tests started, by address. */
const dashboards = new Map<string, DashboardAccess>();

export function registerDashboard(url: string, access: DashboardAccess): void {
  dashboards.set(url, access);
}

/** Null when only its form leads into it. */
export function dashboardAt(url: string): DashboardAccess | null {
  return url === E2E.dashboardUrl ? ofStack() : (dashboards.get(url) ?? null);
}

function ofStack(): DashboardAccess {
  return accessOf(stackFolder());
}

/** To the dashboard that `npm start` runs on a data folder. */
export function accessOf(folder: string): DashboardAccess {
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>;
  return {
    databaseUrl: read("running.json").dashboardDatabaseUrl ?? "",
    secret: read("secrets.json").nextAuthSecret ?? "",
  };
}

export type DirectResponse = { status: number; location: string | null; text: string; headers: Headers };

/** Sends one request as given, without following redirects. */
export async function call(path: string, init: RequestInit = {}): Promise<DirectResponse> {
  const response = await fetch(new URL(path, E2E.dashboardUrl), { redirect: "manual", ...init });
  return {
    status: response.status,
    location: response.headers.get("location"),
    text: await response.text(),
    headers: response.headers,
  };
}

/**
 * Calls a server action as Next.js's own script does: with an object, or with the state and the form of a form action.
 */
export function callAction(
  action: Action,
  cookie: string,
  given: { form: Record<string, string> } | { input: unknown },
  headers: Record<string, string> = {},
): Promise<DirectResponse> {
  const init = {
    method: "POST",
    headers: {
      "next-action": action.id,
      accept: "text/x-component",
      origin: E2E.dashboardUrl,
      cookie,
      ...("form" in given ? {} : { "content-type": "text/plain;charset=UTF-8" }),
      ...headers,
    },
  };
  if ("input" in given) return call(action.page, { ...init, body: JSON.stringify([given.input]) });
  // Actions that only accept a form have it as their first argument. The body is built here and sent in one piece with
  // its headers: the front closes the connection on refusal, and a body still being sent would hide the response.
  const fields: [string, string][] = [
    ...Object.entries(given.form).map(([name, value]): [string, string] => [`_1_${name}`, value]),
    // The entry that refers to the form comes last: its fields are read at that point.
    ["0", takesFormFirst(action) ? '["$K1"]' : '[null,"$K1"]'],
  ];
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return call(action.page, {
    ...init,
    headers: { ...init.headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join("")}--${BOUNDARY}--\r\n`,
  });
}

const BOUNDARY = "direct-call";

function takesFormFirst({ name }: Action): boolean {
  return ["beginFactorAction", "confirmFactorAction", "factorAction"].includes(name);
}

export function actionNamed(name: string): Action {
  const action = actionsOfBuild().find((one) => one.name === name);
  if (action === undefined) throw new Error(`the build has no action ${name}`);
  return action;
}

/** What an action returned: the one line of its stream that is not about the build. */
export function returned({ text }: DirectResponse): string {
  return (
    text
      .split("\n")
      .find((line) => line.startsWith("1:"))
      ?.slice(2) ?? ""
  );
}
