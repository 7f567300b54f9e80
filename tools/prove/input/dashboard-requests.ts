import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "@/server/platform/root";
import type { Random } from "../random";
import { absurd, absurdBytes, absurdText } from "./absurd";
import { actionCall } from "./action-requests";
import type { Sent } from "./send";
import { asHeader, type KnownIds } from "./service-requests";

/**
 * What a build of the dashboard serves: its routes, such as `/people/[personId]`, and its server actions, each with one
 * of its pages.
 */
export type DashboardSurface = {
  routes: readonly [string, ...string[]];
  actions: readonly [ActionTarget, ...ActionTarget[]];
};
type ActionTarget = { id: string; page: string; name: string };

const manifestSchema = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

export function readSurface(): DashboardSurface {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(projectRoot(), ".next/server", name), "utf8"));
  const routes = Object.keys(z.record(z.string(), z.unknown()).parse(read("app-paths-manifest.json")))
    .filter((key) => !key.startsWith("/_"))
    .map(plainRoute);
  const actions = Object.entries(manifestSchema.parse(read("server-reference-manifest.json")).node).map(
    ([id, { workers, exportedName }]) => ({
      id,
      name: exportedName,
      page: plainRoute((Object.keys(workers)[0] ?? "").replace(/^app/, "")),
    }),
  );
  const [route, ...otherRoutes] = routes;
  const [action, ...otherActions] = actions;
  if (route === undefined || action === undefined) throw new Error("the dashboard's build holds nothing");
  return { routes: [route, ...otherRoutes], actions: [action, ...otherActions] };
}

function plainRoute(key: string): string {
  return key.replace(/\/(page|route)$/, "").replace(/\/\([^)]+\)/g, "") || "/";
}

export const QUERY_NAMES: readonly [string, ...string[]] = [
  "reference",
  "status",
  "from",
  "until",
  "cursor",
  "tab",
  "range",
  "min",
  "max",
  "amount",
  "method",
  "gateway",
  "format",
  "kind",
  "name",
  "transactionId",
  "page",
  "q",
  "error",
  "sort",
];

/** `cookies`: sessions of the roles; the origin is the dashboard's own, because any other is refused at once. */
export function dashboardRequest(
  random: Random,
  surface: DashboardSurface,
  given: { origin: string; cookies: readonly [string, ...string[]]; known: KnownIds },
): Sent {
  const headers = {
    origin: given.origin,
    cookie: random.chance(0.92)
      ? random.pick(given.cookies)
      : asHeader(`next-auth.session-token=${absurdText(random)}`),
    "accept-language": random.pick(["en", "hi", "hi-IN,hi;q=0.9", asHeader(absurdText(random))]),
  };
  const kind = random.pick(["read", "read", "action", "action", "write"]);
  if (kind === "action") return action(random, surface, headers, given.known);
  const path = address(random, random.pick(surface.routes), given.known) + query(random, given.known);
  if (kind === "read") {
    const extra = random.chance(0.15)
      ? { rsc: "1", "next-router-state-tree": asHeader(absurdText(random)) }
      : {};
    return {
      method: random.pick(["GET", "GET", "GET", "HEAD", "OPTIONS"]),
      path,
      headers: { ...headers, ...extra },
      body: null,
    };
  }
  const contentType = random.pick([
    "application/json",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=form-boundary",
    "multipart/form-data",
    "application/octet-stream",
  ]);
  return {
    method: random.pick(["POST", "POST", "PUT", "PATCH", "DELETE"]),
    path,
    headers: { ...headers, "content-type": contentType },
    body: random.chance(0.1)
      ? Buffer.alloc(random.pick([20_000, 70_000, 3_000_000]), "a&")
      : random.chance(0.5)
        ? absurdBytes(random, 300)
        : Buffer.from(JSON.stringify(absurd(random))),
  };
}

function action(
  random: Random,
  surface: DashboardSurface,
  headers: Record<string, string>,
  known: KnownIds,
): Sent {
  const { id, page } = random.pick(surface.actions);
  const made = actionCall(random, known);
  return {
    ...made,
    method: "POST",
    path: address(random, page, known),
    headers: {
      ...headers,
      ...made.headers,
      accept: "text/x-component",
      "next-action": random.chance(0.95) ? id : asHeader(absurdText(random, 50)),
    },
  };
}

function address(random: Random, route: string, known: KnownIds): string {
  return route.replace(/\[[^\]]+\]/g, () => {
    const id = random.chance(0.4)
      ? (known.pick(random) ?? randomUUID())
      : random.chance(0.4)
        ? randomUUID()
        : absurdText(random, 30);
    return encode(id) || "x";
  });
}

function query(random: Random, known: KnownIds): string {
  const count = random.pick([0, 0, 1, 2, 4]);
  const pairs = Array.from({ length: count }, () => {
    const value = random.chance(0.2) ? (known.pick(random) ?? "") : absurdText(random, 40);
    return `${random.pick(QUERY_NAMES)}=${random.chance(0.9) ? encode(value) : value.replace(/[^!-~]|#/g, "")}`;
  });
  return count === 0 ? "" : `?${pairs.join("&")}`;
}

/** Lone surrogates have no encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).slice(0, 2_000);
}
