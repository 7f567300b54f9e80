import { expect, test } from "vitest";
import { hasField, textOf } from "./form";

test("a text is what was sent; a file, nothing, and what is no form are empty, and no form has a field", () => {
  const form = new FormData();
  form.append("name", "Nila");
  form.append("file", new Blob(["x"]), "x.csv");
  expect(textOf(form, "name")).toBe("Nila");
  expect(textOf(form, "file")).toBe("");
  expect(textOf(form, "absent")).toBe("");
  expect(hasField(form, "file")).toBe(true);
  expect(hasField(form, "absent")).toBe(false);
  for (const other of [undefined, null, true, "name=Nila", { name: "Nila" }, [["name", "Nila"]]]) {
    expect(textOf(other, "name")).toBe("");
    expect(hasField(other, "name")).toBe(false);
  }
});
