import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import type { ReasonOption } from "@/lib/reasons/reason";
import { ReasonFields } from "./reason-fields";

const field = (name: string) => ({
  name,
  onChange: () => Promise.resolve(),
  onBlur: () => Promise.resolve(),
  ref: () => undefined,
});
const GOODS: ReasonOption = { code: "goods", name: "Goods returned", nameHi: null, needsText: false };

const paint = (reasons: ReasonOption[]): string =>
  renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <ReasonFields
        reasons={reasons}
        chosen=""
        isRequired={false}
        reason={field("reason")}
        note={field("note")}
        reasonError={undefined}
        noteError={undefined}
        noteHint="Only for finance."
        isSending={false}
      />
    </MessagesProvider>,
  );

test("a note that is the reason is said to be sent, whoever would read one beside a reason", () => {
  expect(paint([GOODS])).toContain("Only for finance.");
  expect(paint([])).toContain("Sent to the payment service.");
  expect(paint([])).not.toContain("Only for finance.");
});
