/** Every `Host` header of a request, as Node lists raw headers: `headers.host` holds the first alone. */
export function hostHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}
