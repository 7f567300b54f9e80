import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { Staff } from "./support/direct";
import { openPage, words } from "./support/page-over-http";

test("who manages people alone composes and gives nothing that they lack", async () => {
  const staff = new Staff();
  const manager = await staff.ofComposed(["manage_people", "view_payments"]);
  await staff.db.end();
  const form = await openPage("/people/roles/new", manager);
  const refund = form.getByRole<HTMLInputElement>("checkbox", { name: "Refund payments" });
  expect(refund.disabled).toBe(true);
  const [description = ""] = (refund.getAttribute("aria-describedby") ?? "").split(" ");
  expect(words(form.document.getElementById(description))).toContain(
    "permissions are locked: your own role lacks them",
  );
  expect(form.getByRole<HTMLInputElement>("checkbox", { name: "View payments" }).disabled).toBe(false);
  const roles = within((await openPage("/people/invite", manager)).getByRole("combobox", { name: "Role" }));
  expect(roles.queryByRole("option", { name: "Admin" })).toBeNull();
});
