import { expect, test } from "vitest";
import { createSaltBox } from "./salt-box";

const box = createSaltBox(Buffer.alloc(32, 1));

test("what is sealed opens again, and differs each time it is sealed", () => {
  const sealed = box.seal("key", "test_salt_é🙂");
  expect(box.open("key", sealed)).toBe("test_salt_é🙂");
  expect(box.seal("key", "test_salt_é🙂").equals(sealed)).toBe(false);
});

test("another key, another row, and altered bytes do not open", () => {
  const sealed = box.seal("key", "test_salt");
  expect(() => createSaltBox(Buffer.alloc(32, 2)).open("key", sealed)).toThrow();
  expect(() => box.open("other", sealed)).toThrow();
  for (const index of [0, 12, sealed.length - 1]) {
    const altered = Buffer.from(sealed);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(() => box.open("key", altered)).toThrow();
  }
});

test("a salt that was opened before hides neither altered bytes nor a salt that was sealed since", () => {
  const sealed = box.seal("key", "test_salt");
  expect(box.open("key", sealed)).toBe("test_salt");
  const altered = Buffer.from(sealed);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect(() => box.open("key", altered)).toThrow();
  expect(box.open("key", box.seal("key", "another_salt"))).toBe("another_salt");
  expect(box.open("key", sealed)).toBe("test_salt");
});
