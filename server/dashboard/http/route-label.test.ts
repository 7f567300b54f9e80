import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { methodLabel, routeLabel, ROUTES } from "./route-label";

/** The routes of Next's folders; those that catch everything that is missing have no label. */
function routesOfApp(): string[] {
  return readdirSync(join(projectRoot(), "app"), { recursive: true })
    .map(String)
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file) && !file.includes("...missing"))
    .map((file) => {
      const segments = dirname(file)
        .split("/")
        .filter((segment) => segment !== "." && !segment.startsWith("("));
      return `/${segments.map((segment) => segment.replace(/^\[(?:\.\.\.)?(.+)\]$/, ":$1")).join("/")}`;
    });
}

test("every page and handler has a label, and there is no label without one", () => {
  expect(ROUTES.toSorted()).toEqual(routesOfApp().toSorted());
});

test("a label names the route and never what a caller wrote", () => {
  expect(routeLabel("/payments/TXN202611210000000000001")).toBe("/payments/:transactionId");
  expect(routeLabel("/payments/new")).toBe("/payments/new");
  expect(routeLabel("/invitation/a-secret-token")).toBe("/invitation/:token");
  expect(routeLabel("/api/auth/callback/provider")).toBe("/api/auth/:nextauth");
  expect(routeLabel("/overview/")).toBe("/overview");
  expect(routeLabel("/_next/static/chunks/anything.js")).toBe("/_next/static/*");
  expect(routeLabel("/wp-admin/a@example.com")).toBe("unknown");
  expect(methodLabel("BREW")).toBe("other");
});
