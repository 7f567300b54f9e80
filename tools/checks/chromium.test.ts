import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawsEveryLetter, findChromium } from "./chromium.mjs";

const path = findChromium();

// The fonts are those of fontconfig only on Linux.
describe.skipIf(path === null || process.platform !== "linux")("the fonts of the end-to-end tests", () => {
  test("a browser without any font is noticed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "paydeck-fonts-"));
    const file = join(folder, "fonts.conf");
    await writeFile(file, `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
    expect(drawsEveryLetter(path ?? "", { ...process.env, FONTCONFIG_FILE: file })).toBe(false);
    await rm(folder, { recursive: true });
  });

  test("a browser that does not start is noticed", () => {
    expect(drawsEveryLetter(join(tmpdir(), "paydeck-no-browser"))).toBe(false);
  });
});
