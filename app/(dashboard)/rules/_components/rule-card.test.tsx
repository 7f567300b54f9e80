import { within } from "@testing-library/dom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import type { WireRule } from "@/lib/contract/rules/rule";
import { CATALOGUES } from "@/lib/messages";
import { documentOf } from "@/tools/testing/streamed-document";
import type { Faults } from "./faults";
import { RuleCard } from "./rule-card";

const nothing = (): void => undefined;
const actions = {
  move: nothing,
  toggleForm: nothing,
  copy: nothing,
  turn: nothing,
  remove: nothing,
  change: nothing,
};
const rule: WireRule = {
  id: "cards",
  name: "Cards",
  priority: 1,
  active: true,
  target: { kind: "gateway", gateway: "simulator" },
};
const faults: Faults = [{ path: "target.gateway", text: "It is off and takes no payments." }];

function bodyOf(isEdited: boolean): HTMLElement {
  const html = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <RuleCard
        rule={rule}
        place={1}
        count={1}
        gateways={["simulator"]}
        faults={faults}
        isEdited={isEdited}
        badge={null}
        actions={actions}
      />
    </MessagesProvider>,
  );
  return documentOf(html, "http://localhost/").body;
}

test("a fault of a rule is told on its card, and at its field once the rule is edited", () => {
  const card = bodyOf(false);
  within(card).getByText("It is off and takes no payments.");
  expect(within(card).queryByLabelText("Gateway")).toBeNull();
  const edited = bodyOf(true);
  expect(edited.textContent.split("It is off and takes no payments.")).toHaveLength(2);
  expect(within(edited).getByLabelText("Gateway").getAttribute("aria-invalid")).toBe("true");
});
