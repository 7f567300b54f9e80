/** The label for a name, or the name itself made readable if the catalogue does not have it yet. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? readable(name);
}

/** `rule_version_saved` and `ruleVersion` as words. */
function readable(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type ActionWords = {
  action: Readonly<Record<string, string>>;
  serviceAction: Readonly<Record<string, string>>;
  serviceOutcome: Readonly<Record<string, string>>;
};

/**
 * The label of an action. Actions at the service have two entries, before and after: what was done, and its outcome.
 */
export function actionLabel(words: ActionWords, action: string): string {
  for (const [outcome, ending] of Object.entries(words.serviceOutcome)) {
    const serviceAction = action.endsWith(`_${outcome}`) ? action.slice(0, -outcome.length - 1) : "";
    const name = Object.hasOwn(words.serviceAction, serviceAction)
      ? words.serviceAction[serviceAction]
      : undefined;
    if (name !== undefined) return `${name}: ${ending}`;
  }
  return wordOf(words.action, action);
}
