import { describe, expect, it } from "vitest";
import { normalContact } from "./seen-payment";

describe("the one writing of a contact", () => {
  it.each(["9876543210", "919876543210", "+91 98765 43210", "098765-43210", "00919876543210", "९८७६५४३२१०"])(
    "of an Indian number is its ten digits: %s",
    (text) => expect(normalContact("phone", text)).toBe("9876543210"),
  );

  it("of another number keeps its country, and two numbers stay two", () => {
    expect(normalContact("phone", "+1 415 555 0100")).toBe("14155550100");
    expect(normalContact("phone", "4155550100")).not.toBe(normalContact("phone", "14155550100"));
    expect(normalContact("phone", "9198765432")).toBe("9198765432");
  });

  it("of zeros alone is as many of them", () => {
    expect(normalContact("phone", "0000000")).toBe("0000000");
    expect(normalContact("phone", "000-000-0000")).toBe("0000000000");
  });

  it("of an address is in lower case, without invisible marks", () => {
    expect(normalContact("email", " Asha.Rao@Example.com\u200e")).toBe("asha.rao@example.com");
    expect(normalContact("email", "asha+shop@example.com")).not.toBe("asha@example.com");
  });
});
