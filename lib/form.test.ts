import { expect, test } from "vitest";
import { textOf } from "./form";

test("a text is what was sent; a file, nothing, and what is no form are empty", () => {
  const form = new FormData();
  form.append("name", "Nila");
  form.append("file", new Blob(["x"]), "x.csv");
  expect(textOf(form, "name")).toBe("Nila");
  expect(textOf(form, "file")).toBe("");
  expect(textOf(form, "absent")).toBe("");
  for (const other of [undefined, null, true, "name=Nila", { name: "Nila" }, [["name", "Nila"]]]) {
    expect(textOf(other, "name")).toBe("");
  }
});
