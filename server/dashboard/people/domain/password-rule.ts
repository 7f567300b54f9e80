/** Why a password is not accepted; `lib/messages` has the texts. */
type PasswordFault = "too_short" | "too_long" | "well_known" | "like_yourself";

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 1_000;

/** The most common passwords. Compared without digits and symbols around them, and with usual substitutions undone. */
const WELL_KNOWN = new Set(
  (
    "password passwort passphrase qwerty qwertyuiop qwertyuiopasdfghjkl qwertzuiop azerty asdfgh asdfghjkl zxcvbn " +
    "zxcvbnm letmein welcome admin administrator root changeme default secret iloveyou monkey dragon football baseball " +
    "cricket princess sunshine superman batman master shadow trustno abcabc abcdef abcdefgh abcdefghijkl abc test testing " +
    "testpassword mypassword newpassword passwordpassword adminadmin welcomewelcome india hindustan bharat paydeck paydeckadmin " +
    "payment payments finance support correcthorsebatterystaple"
  ).split(" "),
);
const RUNS = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
];
const SWAPS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Requires length, and refuses what an attacker tries first; no rule about kinds of characters, which only makes
 * passwords predictable. Lengths count code points.
 */
export function passwordFault(
  password: string,
  person: { email: string; name: string },
): PasswordFault | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return "too_short";
  if (length > MAX_PASSWORD_LENGTH) return "too_long";
  const text = password.toLowerCase();
  if (isRepeated(text) || isRun(text) || isWellKnown(text)) return "well_known";
  return isLikePerson(text, person) ? "like_yourself" : null;
}

function isWellKnown(text: string): boolean {
  const core = text.replace(/^[\s\p{P}\p{S}0-9]+|(?<![\s\p{P}\p{S}0-9])[\s\p{P}\p{S}0-9]+$/gu, "");
  return [text, undone(text), undone(core)].map(strip).some((word) => word === "" || WELL_KNOWN.has(word));
}

function undone(text: string): string {
  return [...text].map((character) => SWAPS[character] ?? character).join("");
}

/** Removes spaces and symbols, and the digits that people put around a word. */
function strip(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]/gu, "").replace(/^[0-9]+|(?<![0-9])[0-9]+$/g, "");
}

/** One to four characters repeated. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text);
}

function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text));
}

function isLikePerson(text: string, { email, name }: { email: string; name: string }): boolean {
  const bare = strip(text);
  const [local = ""] = email.toLowerCase().split("@");
  return [email.toLowerCase(), local, name.toLowerCase()].some(
    (own) => own !== "" && (text === own || bare === strip(own)),
  );
}
