// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { mount } from "@/tools/testing/mounted";
import { RoleEditor } from "./role-editor";

vi.mock("../actions", () => ({}));

test("a new role starts from a preset, without what the viewer may not give", async () => {
  const page = await mount(
    <RoleEditor
      role={null}
      grantable={["view_payments", "view_refunds", "cancel_payment", "manage_people"]}
      grantableLimits={{ refund_payment: null, approve_refund: null }}
    />,
  );
  const startFrom = async (preset: string): Promise<string[]> => {
    await page.choose("Start from", preset);
    const chosen = document.querySelectorAll("input[type=checkbox]:checked");
    return [...chosen].map((box) => box.closest("label")?.textContent ?? "");
  };
  expect(await startFrom("support")).toEqual(["View payments", "View refunds, requests and approvals"]);
  expect(await startFrom("ops")).toHaveLength(3);
  expect(await startFrom("")).toEqual([]);
  await page.end();
});
