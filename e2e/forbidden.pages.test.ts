import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { call } from "./support/direct";
import { cookieOf, openAs } from "./support/page-over-http";

// That no role but those of its table may open a page is in access.pages.test.ts; here, what the others read.
const CLOSED = [
  ["/approvals/rules", "support"],
  ["/audit", "finance"],
  ["/gateways", "support"],
  ["/keys", "finance"],
  ["/payments/new", "support"],
  ["/people", "finance"],
  ["/people/roles", "finance"],
  ["/rules", "finance"],
  ["/rules/experiments", "finance"],
  ["/webhooks", "finance"],
] as const;
for (const [path, role] of CLOSED) {
  test(`${path} says to ${role} that the role does not allow it, and shows no row and no field`, async () => {
    const page = await openAs(role, path);
    expect(page.text).toContain("Your role does not allow this");
    const main = within(page.getByRole("main"));
    for (const part of ["table", "textbox"]) expect(main.queryByRole(part)).toBeNull();
  });
}

test("the audit log is no file for them either", async () => {
  const response = await call("/api/export/audit?format=csv", {
    headers: { cookie: await cookieOf("finance") },
  });
  expect([response.status, response.location]).toEqual([303, "/audit?export=forbidden"]);
});

test("ops and finance see the gateways, and no button that changes one", async () => {
  for (const role of ["ops", "finance"] as const) {
    const page = await openAs(role, "/gateways?tab=fees");
    page.getByRole("region", { name: "Fees" });
    const main = within(page.getByRole("main"));
    expect(main.queryByRole("button", { name: /^(Edit fees|Resume)/ }), role).toBeNull();
  }
});
