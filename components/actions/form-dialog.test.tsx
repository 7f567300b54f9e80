import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { FormDialog } from "./form-dialog";

test("a form whose response was lost says that its outcome is unknown and what to do, and can only be closed", () => {
  const shown = renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <FormDialog<object, object>
        title="Create an API key"
        keep="Cancel"
        confirm="Create key"
        action={{
          isSending: false,
          outcome: { kind: "unknown" },
          send: () => Promise.resolve(null),
          clear: () => undefined,
        }}
        input={() => ({})}
        fields={[]}
        whenUnknown={CATALOGUES.en.keys.whenUnknownCreate}
        onDone={() => undefined}
        onClose={() => undefined}
      >
        <p />
      </FormDialog>
    </MessagesProvider>,
  );
  expect(shown).toContain("Outcome unknown");
  expect(shown).toContain("its salt is lost: revoke it");
  expect(shown).not.toMatch(/Create key<|Cancel</);
});
