import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { StepNotice } from "./manual-refund-steps";

test("whoever confirms more than their role approves reads its limit", () => {
  const shown = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <StepNotice outcome={{ kind: "above_limit", limit: "100.00", currency: "INR" }} />
    </MessagesProvider>,
  );
  expect(shown).toContain("Your role can approve up to ₹100.00.");
});
