import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskContact } from "./mask-contact";

const masked = (email: string | null, phone: string | null = null, name: string | null = null) =>
  maskContact({ email, phone, name });

describe("a masked contact", () => {
  it("tells two customers apart and no more", () => {
    expect(masked("asha.rao@example.com", "9876543210", "Asha Rao")).toEqual({
      email: "a•••@e•••.com",
      phone: "••• 10",
      name: "A••• R•••",
    });
  });

  it("says which parts there are", () => {
    expect(masked(null, "9876543210")).toEqual({ email: null, phone: "••• 10", name: null });
  });

  it("hides whole what is too short to hide in part", () => {
    expect(masked("a@b", "12345", "A")).toEqual({ email: "•••@•••", phone: "•••", name: "•••" });
    expect(masked("not an address", null, " ")).toMatchObject({ email: "•••", name: "•••" });
  });

  it("never holds more than two characters of a part in a row", () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.stringMatching(/^[0-9]{7,15}$/), (email, phone) => {
        const shown = masked(email, phone);
        const local = email.slice(0, email.lastIndexOf("@"));
        if (local.length > 1) expect(shown.email?.split("@")[0]).not.toContain(local);
        expect(shown.phone).not.toContain(phone.slice(-3));
      }),
    );
  });
});
