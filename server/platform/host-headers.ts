/** Every `Host` header of a request, from Node's raw headers: `headers.host` contains only the first. */
export function hostHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}
