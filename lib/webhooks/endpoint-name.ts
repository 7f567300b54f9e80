/** What an endpoint is called: by its description, or else its host. */
export function endpointName({ url, description }: { url: string; description: string }): string {
  if (description !== "") return description;
  return URL.canParse(url) ? new URL(url).host : url;
}
