import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { IdentityProvider } from "../runtime";

/** Part of the URL that the provider redirects to: `/api/auth/callback/oidc`. */
export const PROVIDER_ID = "oidc";

const claimsSchema = z
  .object({
    sub: z.string().min(1),
    email: z.string().optional().catch(undefined),
    email_verified: z.unknown().optional(),
  })
  .transform(({ email, ...claims }) => ({ ...claims, ...(email === undefined ? {} : { email }) }));

/** The provider's claims about a person; `signInByProvider` decides whether they suffice. */
type ProviderClaims = z.infer<typeof claimsSchema>;

const TIMEOUT_MS = 10_000;

/** OpenID Connect with state, nonce and PKCE. The ID token is verified before its claims are read. */
export function identityProviderOf(provider: IdentityProvider): OAuthConfig<ProviderClaims> {
  return {
    id: PROVIDER_ID,
    name: provider.name,
    type: "oauth",
    issuer: provider.issuer,
    wellKnown: `${provider.issuer.replace(/(?<!\/)\/+$/, "")}/.well-known/openid-configuration`,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    authorization: { params: { scope: "openid email" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      // Many providers leave the e-mail out of the ID token and return it from the userinfo endpoint.
      async request({ client, tokens }): Promise<ProviderClaims> {
        const claims = claimsOf(tokens.id_token ?? "");
        if (claims.email !== undefined || tokens.access_token === undefined) return claims;
        const userInfo = claimsSchema.parse(await client.userinfo(tokens.access_token));
        if (userInfo.sub !== claims.sub) throw new Error("the provider returned another person");
        return userInfo;
      },
    },
    profile: (claims) => ({ id: claims.sub }),
  };
}

/** Decodes a token that was verified before: nothing is verified here. */
function claimsOf(idToken: string): ProviderClaims {
  const [, payload = ""] = idToken.split(".");
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
}
