type ProviderFault =
  | "provider"
  | "unknownPerson"
  | "emailNotVerified"
  | "deactivated"
  | "busy"
  | "unavailable";

/** Why sign-in through the identity provider failed, from the code in the address; null if it did not. */
export function providerFault(code: string | null): ProviderFault | null {
  switch (code) {
    case null:
      return null;
    case "UnknownPerson":
      return "unknownPerson";
    case "EmailNotVerified":
      return "emailNotVerified";
    case "Deactivated":
      return "deactivated";
    case "Busy":
      return "busy";
    case "Unavailable":
      return "unavailable";
    default:
      return code.startsWith("OAuth") || code === "Callback" || code === "AccessDenied"
        ? "provider"
        : "unavailable";
  }
}
