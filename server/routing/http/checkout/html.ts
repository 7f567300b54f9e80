/** Text that needs no escaping in a page. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** A template whose values are escaped, unless they are {@link Html} already. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const text = parts.reduce((before, part, index) => {
    const value = values[index - 1];
    return before + render(value) + part;
  });
  return new Html(text);
}

function render(value: string | Html | readonly Html[] | undefined): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "string" ? escape(value) : value.map((item) => item.text).join("");
}
