import { afterAll, beforeAll, expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { type AlteredWire, openAlteredWire } from "./support/altered-wire";
import { Staff } from "./support/direct";
import { type OwnDashboard, startDashboardOn } from "./support/faulty-wire";
import { openPage, type PageOverHttp, words } from "./support/page-over-http";

/** The state of a part, as the page words it. */
function part(page: PageOverHttp, name: string): string {
  return words(page.getAllByRole("listitem").find((item) => words(item).includes(name)) ?? null);
}

test("people who are not signed in see what works, from the sign-in page", async () => {
  const login = await openPage("/login");
  const link = login.getByRole("link", { name: "Status of Paydeck" });
  const page = await openPage(link.getAttribute("href") ?? "");
  page.getByRole("heading", { level: 1, name: "Status of Paydeck" });
  page.getByText("Everything works");
  for (const name of [
    "Dashboard",
    "Database of the dashboard",
    "Payment service",
    "Background jobs",
    "Webhooks",
  ]) {
    expect(part(page, name)).toContain("Works");
  }
  expect(page.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
});

test("in Hindi", async () => {
  const page = await openPage("/status", { cookie: "locale=hi" });
  expect(words(page.getByRole("heading", { level: 1 }))).toBe("Paydeck की स्थिति");
  page.getByText("सब कुछ चल रहा है");
});

test("the page names no address, no merchant, no version and no number of anything", async () => {
  const page = await openPage("/status");
  for (const text of [
    E2E.routingUrl,
    new URL(E2E.routingUrl).port,
    E2E.apiKey,
    E2E.apiSalt,
    "Sandbox",
    "0.1.0",
  ]) {
    expect(page.html).not.toContain(text);
  }
  const list = words(page.getByRole("list"));
  // Times are the only figures.
  expect(list.replaceAll(/\d{1,2} \S+ \d{4}, \d{2}:\d{2}( UTC)?/g, "")).not.toMatch(/\d/);
});

const ADDRESS = "/v1/ops/service/status";
let wire: AlteredWire;
let dashboard: OwnDashboard;
beforeAll(async () => {
  wire = await openAlteredWire();
  const late = {
    jobs: { state: "works", since: null },
    webhooks: { state: "late", since: new Date(Date.now() - 10 * 60_000).toISOString() },
  };
  wire.alter(ADDRESS, { kind: "answer", status: 200, body: late });
  dashboard = await startDashboardOn(wire.url);
});
afterAll(() => dashboard.stop());

/** The page, once it says so of a part: the dashboard asks the service every few seconds. */
async function pageThatSays(name: string, text: string): Promise<PageOverHttp> {
  const open = (): Promise<PageOverHttp> => openPage("/status", { dashboardUrl: dashboard.url });
  await expect.poll(async () => part(await open(), name), { timeout: 90_000 }).toContain(text);
  return open();
}

test("a service that is late, cannot tell, or is gone is shown as that, with what it means; the notice of the outage links there", async () => {
  const late = await pageThatSays("Webhooks", "Late");
  expect(part(late, "Webhooks")).toMatch(/since \d/);
  expect(part(late, "Webhooks")).toContain("No money is affected.");
  late.getByText("Something is late");

  // Another service does not know the question: it works, and no more is claimed.
  wire.alter(ADDRESS, { kind: "answer", status: 404, body: { detail: "Not found." } });
  const unknown = await pageThatSays("Webhooks", "Unknown");
  expect(part(unknown, "Payment service")).toContain("Works");
  unknown.getByText("Not everything could be checked");

  await wire.close();
  const gone = await pageThatSays("Payment service", "Not working");
  expect(part(gone, "Payment service")).toMatch(/since \d/);
  gone.getByText(/Do not request a refund again\./);

  const staff = new Staff(dashboard);
  const cookie = await staff.as("finance");
  await staff.db.end();
  const stuck = await openPage("/stuck", { cookie, dashboardUrl: dashboard.url });
  const [link] = stuck.getAllByRole("link", { name: "Status of Paydeck (new tab)" });
  expect([link?.getAttribute("href"), link?.getAttribute("target")]).toEqual(["/status", "_blank"]);
});
