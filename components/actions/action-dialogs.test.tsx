import { within } from "@testing-library/dom";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { TextField } from "@/components/ui/controls";
import { CATALOGUES } from "@/lib/messages";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { documentOf } from "@/tools/testing/streamed-document";
import { ConfirmAction } from "./confirm-action";
import { faultOf, FormDialog } from "./form-dialog";
import type { ActionState } from "./use-action";

const nothing = (): void => undefined;

/** Every dialog that changes something at the service is one of these two. */
function shown(dialog: ReactNode) {
  const html = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      {dialog}
    </MessagesProvider>,
  );
  const { body } = documentOf(html, "http://localhost/");
  const buttons = [...body.querySelectorAll("button")].map(({ textContent }) => textContent);
  return { ...within(body), text: body.textContent, buttons };
}

const actionWith = (outcome: ActionOutcome<null> | null): ActionState<null, null> => ({
  outcome,
  isSending: false,
  send: () => Promise.resolve(null),
  clear: nothing,
});

const confirmWith = (outcome: ActionOutcome<null> | null) =>
  shown(
    <ConfirmAction
      title="Resume stripe?"
      keep="Keep it paused"
      confirm="Resume"
      action={actionWith(outcome)}
      input={null}
      whenUnknown="Look at the gateway."
      onDone={nothing}
      onClose={nothing}
    >
      <p>What it means</p>
    </ConfirmAction>,
  );

const formWith = (outcome: ActionOutcome<null> | null) => {
  const action = actionWith(outcome);
  return shown(
    <FormDialog
      title="Fees"
      keep="Cancel"
      confirm="Save fees"
      action={action}
      input={() => null}
      fields={["fees.0.percent"]}
      whenUnknown="Open versions."
      elsewhere={() => <a href="/rules/versions">Open versions</a>}
      onDone={nothing}
      onClose={nothing}
    >
      <TextField label="Percentage" defaultValue="1,5" error={faultOf(action, "fees.0.percent")} />
    </FormDialog>,
  );
};

for (const [name, show, confirm, keep] of [
  ["a confirmation", confirmWith, "Resume", "Keep it paused"],
  ["a form", formWith, "Save fees", "Cancel"],
] as const) {
  test(`${name} is offered before it is sent, and again when it was not sent`, () => {
    for (const outcome of [null, { kind: "not_sent", serviceError: { kind: "unavailable" } }] as const)
      expect(show(outcome).buttons).toEqual(expect.arrayContaining([keep, confirm]));
    expect(show({ kind: "not_sent", serviceError: { kind: "unavailable" } }).text).toContain(
      "The payment service can’t be reached",
    );
  });

  test(`${name} of what somebody else has changed says so in the service's words, and cannot be sent again`, () => {
    const { text, buttons } = show({ kind: "conflict", message: "It was stopped by Asha." });
    expect(text).toContain("Nothing was saved");
    expect(text).toContain("It was stopped by Asha.");
    expect(buttons).not.toContain(confirm);
  });
}

// That of a form is in form-dialog.test.tsx.
test("a confirmation whose answer was lost is of unknown outcome, says how to find out, and cannot be sent again", () => {
  const { text, buttons } = confirmWith({ kind: "unknown" });
  expect(text).toContain("Outcome unknown");
  expect(text).toContain("Look at the gateway.");
  expect(buttons).toContain("Close");
  expect(buttons).not.toContain("Resume");
});

test("what the service refuses is told at its field, keeps what was typed and can be corrected; other faults are listed", () => {
  const refused = formWith({
    kind: "refused",
    message: "Invalid request",
    faults: [
      { field: "fees.0.percent", text: "Must be a percentage." },
      { field: "note", text: "Too long." },
    ],
  });
  const field = refused.getByLabelText<HTMLInputElement>("Percentage");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.value).toBe("1,5");
  const [, described = ""] = (field.getAttribute("aria-describedby") ?? "").match(/(\S+)$/) ?? [];
  expect(field.ownerDocument.getElementById(described)?.textContent).toContain("Must be a percentage.");
  expect(refused.text.split("Must be a percentage.")).toHaveLength(2);
  expect(refused.text).toContain("note Too long.");
  expect(refused.buttons).toContain("Save fees");
});

test("where an outcome can be looked at is offered beside it", () => {
  const link = formWith({ kind: "unknown" }).getByText("Open versions", { selector: "a" });
  expect(link.getAttribute("href")).toBe("/rules/versions");
});
