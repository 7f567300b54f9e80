/** What a rule required of a field. The service says it in English, with the values of the rule. */
type ConditionText =
  | { kind: "one_of"; values: string; more: number }
  | { kind: "begins_with"; text: string }
  | { kind: "range"; least: string | null; most: string | null }
  | { kind: "value"; text: string };

const ONE_OF = /^one of (.+?)(?: and ([1-9][0-9]*) more)?$/su;
const BEGINS_WITH = /^begins with "(.*)"$/su;
const RANGE = /^(?:at least ([0-9.]+))?(?:, )?(?:at most ([0-9.]+))?$/u;

/** Reads the service's text, so that screens can say it in the reader's language; any other text is a plain value. */
export function readConditionText(text: string): ConditionText {
  const [, values, more] = ONE_OF.exec(text) ?? [];
  if (values !== undefined)
    return { kind: "one_of", values, more: more === undefined ? 0 : parseInt(more, 10) };
  const [, begin] = BEGINS_WITH.exec(text) ?? [];
  if (begin !== undefined) return { kind: "begins_with", text: begin };
  const [, least, most] = RANGE.exec(text) ?? [];
  if (least !== undefined || most !== undefined) {
    return { kind: "range", least: least ?? null, most: most ?? null };
  }
  return { kind: "value", text };
}
