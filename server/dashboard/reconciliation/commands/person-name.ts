/** How a person is named to the service, which knows no accounts: the e-mail tells two of one name apart. */
export function personName({ name, email }: { name: string; email: string }): string {
  const suffix = ` (${email})`;
  const LONGEST = 255;
  return `${[...name].slice(0, Math.max(0, LONGEST - [...suffix].length)).join("")}${suffix}`;
}
