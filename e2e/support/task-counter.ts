import type { Locator, Page } from "@playwright/test";

/** Counts what a person does with mouse and keyboard. Typing into a field that has focus already is free. */
export class TaskCounter {
  clicks = 0;
  keys = 0;

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** Throws unless a field has focus: a person would have to click it first. */
  async type(text: string): Promise<void> {
    const isField = await this.page
      .locator(":focus")
      .evaluate((element) => element.matches("input, textarea, select"))
      .catch(() => false);
    if (!isField) throw new Error(`no field has focus for "${text}"`);
    await this.page.keyboard.type(text);
  }

  /** One click opens the dialog in which the file is chosen. */
  async chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await field.setInputFiles(file);
    this.clicks += 1;
  }

  get total(): number {
    return this.clicks + this.keys;
  }
}
