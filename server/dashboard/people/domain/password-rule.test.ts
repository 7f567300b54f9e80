import { describe, expect, it } from "vitest";
import { passwordFault } from "./password-rule";

const PERSON = { email: "asha.verma@example.com", name: "Asha Verma" };

describe("a password that can be chosen", () => {
  it.each([
    "violet-tram-otter-42",
    "मेरा अपना लंबा वाक्य",
    "🙂".repeat(3) + "otter tram violet",
    "xK9#mQ2$vL5@",
  ])("%j", (password) => expect(passwordFault(password, PERSON)).toBeNull());
});

describe("one that cannot", () => {
  it.each([
    ["elevenchars", "too_short"],
    ["🙂".repeat(11), "too_short"],
    ["x".repeat(1_001), "too_long"],
    ["password1234", "well_known"],
    ["P@ssw0rd!2026", "well_known"],
    ["  Passw0rd  123", "well_known"],
    ["qwertyuiop12", "well_known"],
    ["adminadmin2026", "well_known"],
    ["aaaaaaaaaaaa", "well_known"],
    ["abcabcabcabc", "well_known"],
    ["012345678901", "well_known"],
    ["abcdefghijklm", "well_known"],
    ["202620262026", "well_known"],
    ["291847365018", "well_known"],
    ["asha.verma@example.com", "like_yourself"],
    ["Asha Verma 2026!", "like_yourself"],
  ])("%j is %s", (password, fault) => expect(passwordFault(password, PERSON)).toBe(fault));
});
