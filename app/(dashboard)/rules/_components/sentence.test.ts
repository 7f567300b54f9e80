import { describe, expect, it } from "vitest";
import { createTranslator } from "use-intl/core";
import type { WireRule } from "@/lib/contract/rules/rule";
import { CATALOGUES } from "@/lib/messages";
import { daysPhrase, ruleSentence, type RuleWords, windowPhrase } from "./sentence";

const wordsOf = (locale: "en" | "hi"): RuleWords =>
  createTranslator({ locale, messages: CATALOGUES[locale], namespace: "rules" });
const methodOf =
  (locale: "en" | "hi") =>
  (code: string): string =>
    Object.entries(CATALOGUES[locale].common.methodName).find(([known]) => known === code)?.[1] ?? code;
const [en, hi] = [wordsOf("en"), wordsOf("hi")];

type Said = Pick<WireRule, "conditions" | "target">;
const failover: WireRule["target"] = { kind: "failover", gateways: ["stripe", "razorpay"] };

describe("a rule as a sentence", () => {
  it("says conditions, target and failover in both languages", () => {
    const rule: Said = {
      conditions: {
        all: [
          { field: "amount", min: "500000.00" },
          { field: "currency", one_of: ["INR"] },
          { field: "payment_method", one_of: ["UPI", "NB"] },
        ],
      },
      target: failover,
    };
    expect(ruleSentence(en, rule, methodOf("en"))).toBe(
      "When amount is at least ₹5,00,000.00 and currency is INR and method is UPI or Net banking: send to stripe, else razorpay (failover).",
    );
    expect(ruleSentence(hi, rule, methodOf("hi"))).toBe(
      "जब राशि कम से कम ₹5,00,000.00 हो और मुद्रा INR हो और भुगतान का तरीका UPI या नेट बैंकिंग हो: stripe पर भेजें, नहीं तो razorpay पर (फ़ेलओवर)।",
    );
  });

  it("guesses no currency: an amount without one is a bare figure", () => {
    const amount: Said = { conditions: { field: "amount", min: "1.00", max: "149900.00" }, target: failover };
    expect(ruleSentence(en, amount, methodOf("en"))).toContain("amount is from 1.00 to 1,49,900.00");
    const either: Said = {
      conditions: {
        any: [
          { field: "amount", max: "10.00" },
          { field: "currency", one_of: ["USD"] },
        ],
      },
      target: failover,
    };
    expect(ruleSentence(en, either, methodOf("en"))).toContain("amount is at most 10.00 or currency is USD");
    const several: Said = {
      conditions: {
        all: [
          { field: "amount", max: "10.00" },
          { field: "currency", one_of: ["USD", "INR"] },
        ],
      },
      target: failover,
    };
    expect(ruleSentence(en, several, methodOf("en"))).toContain("amount is at most 10.00 and");
  });

  it("keeps groups inside groups apart", () => {
    const rule: Said = {
      conditions: {
        all: [
          { field: "issuing_bank", one_of: ["HDFC", "UTIB"] },
          {
            any: [
              { field: "udf1", prefix: "gold-" },
              { field: "udf2", equals: "vip" },
            ],
          },
        ],
      },
      target: { kind: "gateway", gateway: "stripe" },
    };
    expect(ruleSentence(en, rule, methodOf("en"))).toBe(
      "When issuing bank is HDFC Bank or Axis Bank (UTIB) and (udf1 starts with “gold-” or udf2 is exactly “vip”): send to stripe.",
    );
  });

  it("says of success rates that fees count only where they do", () => {
    const target = {
      kind: "success_rate",
      gateways: ["a", "b"],
      floor_percent: 1,
      shift_percent: 10,
    } as const;
    const said = (points?: number): string =>
      ruleSentence(
        en,
        {
          conditions: null,
          target: {
            ...target,
            gateways: ["a", "b"],
            ...(points === undefined ? {} : { cost_within_percent: points }),
          },
        },
        methodOf("en"),
      );
    expect(said()).toBe("Every payment: send to the one of a or b that succeeds most often.");
    expect(said(0)).toBe(said());
    expect(said(1.5)).toBe(
      "Every payment: send to the one of a or b that succeeds most often; of those within 1.5 points of the best, to the one with the lowest fee.",
    );
  });

  it("tells the shares of a split, and a rule for every payment", () => {
    const rule: Said = {
      conditions: null,
      target: {
        kind: "split",
        shares: [
          { gateway: "stripe", weight: 2 },
          { gateway: "razorpay", weight: 1 },
        ],
      },
    };
    expect(ruleSentence(en, rule, methodOf("en"))).toBe(
      "Every payment: split between stripe 66.7%, razorpay 33.3%, by merchant reference.",
    );
  });

  it("does not break on a rule that is not finished, and lets no text turn its surroundings", () => {
    const unfinished: Said = {
      conditions: { all: [{ field: "amount", min: "" }] },
      target: { kind: "gateway", gateway: "" },
    };
    expect(ruleSentence(en, unfinished, methodOf("en"))).toBe("When amount is at least …: send to ….");
    const arabic: Said = { conditions: { field: "udf3", one_of: ["طلب", "a"] }, target: failover };
    expect(ruleSentence(en, arabic, methodOf("en"))).toContain("\u2068“طلب”\u2069 or “a”");
  });
});

describe("the times of a rule", () => {
  it("tell days in a row as a span and single ones as they are", () => {
    expect(daysPhrase(en, ["MON", "TUE", "WED", "FRI", "SAT"])).toBe("Mon–Wed, Fri, Sat");
    expect(daysPhrase(en, ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"])).toBe("every day");
  });

  it("stand in their own zone", () => {
    const window = { time_zone: "Asia/Kolkata", days: ["SUN" as const], from: "22:00", to: "02:00" };
    expect(windowPhrase(en, window)).toBe("Sun 22:00–02:00 (Asia/Kolkata)");
  });
});
