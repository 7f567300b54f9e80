import { expect, test } from "@playwright/test";
import { openAlteredWire, opsClient } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { newSession } from "./support/staff";

test("rules that name a gateway which is off show what to correct, and the gateway shows that it is off", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    const [rules, gateways] = await Promise.all([
      opsClient.ops("rules.current", {}),
      opsClient.ops("gateways.list", {}),
    ]);
    if (rules.kind !== "answered" || gateways.kind !== "answered")
      throw new Error("the service could not be read");
    const text = 'The gateway "simulator" is off and takes no payments.';
    wire.alter("/v1/ops/rules/current", {
      kind: "answer",
      status: 200,
      body: { ...rules.value, problems: [{ field: "rules.0.target.gateway", text }] },
    });
    const [simulator] = gateways.value.gateways;
    wire.alter("/v1/ops/gateways/list", {
      kind: "answer",
      status: 200,
      body: { ...gateways.value, gateways: [{ ...simulator, takes_payments: false }] },
    });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/rules`);
    await expect(admin.getByText("1 field of the current rules needs correcting")).toBeVisible();
    const card = admin.getByRole("listitem", { name: "Rule 1" });
    await expect(card).toContainText(text);
    await card.getByRole("button", { name: /^Edit: / }).click();
    await expect(card.getByLabel("Gateway", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await admin.goto(`${dashboard.url}/gateways`);
    await expect(admin.getByRole("region", { name: "simulator" })).toContainText("It takes no payments");
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
