import { within } from "@testing-library/dom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CREDENTIAL_FIELDS, VENDOR_NAMES } from "@/lib/gateways/credential-fields";
import { CATALOGUES } from "@/lib/messages";
import { documentOf } from "@/tools/testing/streamed-document";
import { CredentialsDialog } from "./credentials-dialog";

const nothing = (): void => undefined;
const VENDORS = Object.keys(CREDENTIAL_FIELDS) as (keyof typeof CREDENTIAL_FIELDS)[];

test.each(VENDORS)(
  "an account at %s is entered with its own fields, none of which shows or is filled with a secret",
  (vendor) => {
    const html = renderToStaticMarkup(
      <MessagesProvider locale="en" messages={CATALOGUES.en}>
        <CredentialsDialog
          target={{ vendor, inUse: null, address: `https://pay.example/gateways/${vendor}/notifications/1` }}
          choice={{ kind: "add" }}
          onSaved={nothing}
          onClose={nothing}
        />
      </MessagesProvider>,
    );
    const { body } = documentOf(html, "http://localhost/");
    const fields = within(body);
    expect(body.textContent).toContain(`Credentials for ${VENDOR_NAMES[vendor]}`);
    expect(body.textContent).toContain("https://pay.example/gateways/");
    for (const { name, kind } of CREDENTIAL_FIELDS[vendor]) {
      const label = CATALOGUES.en.gateways.credentials.field[name];
      const field = fields.getByLabelText(label, { exact: false });
      if (kind === "environment") expect(field.tagName).toBe("SELECT");
      else {
        expect(field.getAttribute("type")).toBe(kind === "secret" ? "password" : "text");
        expect(field.getAttribute("autocomplete")).toBe(kind === "secret" ? "new-password" : "off");
      }
    }
  },
);
