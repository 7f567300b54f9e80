/** An invalid number becomes none, which the service refuses at this very field. */
export function wholeNumber(text: string): number {
  const digits = text.replace(/[^0-9]/g, "").slice(0, 5);
  return digits === "" ? 0 : parseInt(digits, 10);
}
