// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { mount } from "@/tools/testing/mounted";
import { ResetGateway } from "./reset-gateway";

const reset = vi.hoisted(() => vi.fn());
vi.mock("@/app/(dashboard)/gateways/actions", () => ({ resetGatewayAction: reset }));

test("a gateway that is resumed is said to be active again, once the page shows it in use", async () => {
  reset.mockResolvedValue({ kind: "done", value: null });
  const page = await mount(<ResetGateway gateway="stripe" isSkipped />);
  await page.press("Resume");
  expect(reset).not.toHaveBeenCalled();
  await page.press("Resume");
  expect(reset).toHaveBeenCalledExactlyOnceWith({ gateway: "stripe" });
  expect(page.text()).not.toContain("stripe is active again");
  await page.show(<ResetGateway gateway="stripe" isSkipped={false} />);
  expect(page.text()).toBe("stripe is active again");
  await page.end();
});
