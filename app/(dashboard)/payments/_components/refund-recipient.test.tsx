import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { RefundRecipient } from "./refund-recipient";

test("each part of the recipient has a direction of its own, and marks of direction are shown", () => {
  for (const locale of ["en", "hi"] as const) {
    const html = renderToStaticMarkup(
      <MessagesProvider locale={locale} messages={CATALOGUES[locale]}>
        <RefundRecipient
          id="r"
          customer={{ name: "محمد 123", email: "x•••@e•••.com", phone: "••• 10" }}
          reference={"ط\u202e-99 (2)"}
        />
      </MessagesProvider>,
    );
    const isolated = [...html.matchAll(/<bdi[^>]*>(.*?)<\/bdi>/gu)].map(([, inner = ""]) =>
      inner.replace(/<[^>]*>/gu, ""),
    );
    expect(isolated.toSorted()).toEqual(["x•••@e•••.com", "••• 10", "محمد 123", "طU+202E-99 (2)"].toSorted());
  }
});
