import { headers } from "next/headers";
import { permanentRedirect, redirect } from "next/navigation";
import { ACCOUNT_HEADER, withAccount } from "@/lib/accounts/address";
import { paths, REQUESTED_PATH_HEADER } from "@/lib/paths";

/** The account in the address of the request; null for the first account. */
export async function requestedAccount(): Promise<string | null> {
  return (await headers()).get(ACCOUNT_HEADER);
}

/** The address of a path in the account of the request. */
export async function requestedAddress(path: string): Promise<string> {
  return withAccount(await requestedAccount(), path);
}

/** Redirects within the account of the request. To be returned: nothing after it runs. */
export async function redirectTo(path: string): Promise<never> {
  redirect(await requestedAddress(path));
}

/** Redirects to sign-in, which returns to `from` in the account of the request. To be returned, as {@link redirectTo}. */
export async function redirectToSignIn(from: string | undefined): Promise<never> {
  redirect(paths.login(from === undefined ? undefined : await requestedAddress(from)));
}

/** Redirects to an address that names its account itself. To be returned, as {@link redirectTo}. */
export function redirectToAddress(address: string): never {
  redirect(address);
}

/**
 * Redirects from an address with the prefix of the first account, whose pages have one address each, to the one
 * without.
 */
export async function redirectToFirstAccount(): Promise<never> {
  const asked = (await headers()).get(REQUESTED_PATH_HEADER) ?? paths.payments();
  permanentRedirect(asked.replace(/^\/a\/[^/?]+/, "") || paths.payments());
}
