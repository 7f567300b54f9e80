import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import { useConditionText } from "./condition-text";

function Condition({ field, text }: { field: string; text: string }) {
  return useConditionText()(field, text);
}

function shown(locale: "en" | "hi", field: string, text: string): string {
  return renderToStaticMarkup(
    <MessagesProvider locale={locale} messages={CATALOGUES[locale]}>
      <Condition field={field} text={text} />
    </MessagesProvider>,
  );
}

test.each([
  ["payment_method", "one of CC, DC", "one of Credit card, Debit card", "क्रेडिट कार्ड, डेबिट कार्ड में से कोई एक"],
  ["udf1", "one of a, b and 7 more", "one of a, b and 7 more", "a, b और 7 अन्य में से कोई एक"],
  ["udf1", 'begins with "VIP"', "text that begins with “VIP”", "“VIP” से शुरू होने वाला टेक्स्ट"],
  ["amount", "at least 120000.00", "at least 1,20,000.00", "कम से कम 1,20,000.00"],
  ["amount", "1499.00", "1,499.00", "1,499.00"],
  ["udf1", "1499.00", "1499.00", "1499.00"],
  ["amount", "at most 5.00", "at most 5.00", "ज़्यादा से ज़्यादा 5.00"],
  [
    "amount",
    "at least 1.00, at most 5.00",
    "at least 1.00, at most 5.00",
    "कम से कम 1.00, ज़्यादा से ज़्यादा 5.00",
  ],
  ["payment_method", "UPI", "UPI", "UPI"],
  ["udf1", "one", "one", "one"],
])("a condition on %s is said in the reader's language: %s", (field, text, english, hindi) => {
  expect(shown("en", field, text)).toBe(english);
  expect(shown("hi", field, text)).toBe(hindi);
});
