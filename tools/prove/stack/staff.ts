import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "@/server/platform/root";

/** A person signed in to a dashboard who presses its buttons: the forms' own server actions, over HTTP. */
export type Staff = {
  /** The cookie of their session. */
  cookie: string;
  /**
   * The result of the action; null when the connection was lost or the dashboard failed, so that there was no response.
   */
  call(action: string, input: unknown): Promise<unknown>;
};

const ACTIONS_PAGE = "/payments";
const CALL_LIMIT_MS = 90_000;
/**
 * Somebody who signs in has no connection yet. One that was idle since an earlier sign-in could be closed by a process
 * that stops, in the moment in which the request is sent.
 */
const NEW_CONNECTION = { Connection: "close" };

/** Throws when the dashboard refuses the sign-in. */
export async function signInStaff(dashboardUrl: string, email: string, password: string): Promise<Staff> {
  const cookies = new Map<string, string>();
  const csrf = await fetch(`${dashboardUrl}/api/auth/csrf`, { headers: NEW_CONNECTION });
  keepCookies(cookies, csrf);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const response = await fetch(`${dashboardUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: {
      ...NEW_CONNECTION,
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: dashboardUrl,
      Cookie: cookieHeader(cookies),
    },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }).toString(),
    redirect: "manual",
  });
  keepCookies(cookies, response);
  if (![...cookies.keys()].some((name) => name.endsWith("session-token"))) {
    throw new Error(`${email} was not let in: ${response.status} ${await response.text()}`);
  }
  const ids = actionIds();
  return {
    cookie: cookieHeader(cookies),
    async call(action, input) {
      const id = ids.get(action);
      if (id === undefined) throw new Error(`the build has no server action ${action}`);
      try {
        const response = await fetch(dashboardUrl + ACTIONS_PAGE, {
          method: "POST",
          headers: {
            Accept: "text/x-component",
            "Content-Type": "text/plain;charset=UTF-8",
            "Next-Action": id,
            Origin: dashboardUrl,
            Cookie: cookieHeader(cookies),
          },
          body: JSON.stringify([input]),
          signal: AbortSignal.timeout(CALL_LIMIT_MS),
        });
        return resultOf(await response.text());
      } catch {
        return null;
      }
    },
  };
}

const manifestSchema = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string() })) });

/** The build's ids of the server actions, by name. */
function actionIds(): Map<string, string> {
  const text = readFileSync(join(projectRoot(), ".next/server/server-reference-manifest.json"), "utf8");
  const { node } = manifestSchema.parse(JSON.parse(text));
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]));
}

/**
 * The first row of the response refers to the row of the result; a row that begins with E is an error. Null without a
 * result.
 */
export function resultOf(flight: string): unknown {
  const rows = new Map(
    flight
      .split("\n")
      .map((line) => /^([0-9a-f]+):(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map(([, id = "", row = ""]) => [id, row] as const),
  );
  const [, place] = /"a":"\$@([0-9a-f]+)"/.exec(rows.get("0") ?? "") ?? [];
  const row = place === undefined ? undefined : rows.get(place);
  if (row === undefined) return null;
  try {
    return JSON.parse(row) as unknown;
  } catch {
    return null;
  }
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
