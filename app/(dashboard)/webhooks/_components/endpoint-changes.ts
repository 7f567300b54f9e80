import type { EndpointTexts } from "./endpoint-fields";

/**
 * The settings that differ from those that the form started with. The others are not sent: they would overwrite what
 * another person has changed meanwhile.
 */
export function endpointChanges(before: EndpointTexts, after: EndpointTexts): Partial<EndpointTexts> {
  return {
    ...(after.url !== before.url && { url: after.url }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.events.join() !== before.events.join() && { events: after.events }),
  };
}
