import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { E2E } from "../../tools/testing/e2e-stack";
import { freePort, type OwnDashboard, startDashboardOn } from "./faulty-wire";

export type Account = { email: string; email_verified: boolean };

/** A real OpenID provider on this machine. It signs in the person that `comesAs` named last: it has no page of its own. */
export type LocalProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  comesAs: (account: Account) => void;
  close(): Promise<void>;
};

const CLIENT = { clientId: "paydeck", clientSecret: "test-secret-of-the-client-of-paydeck" } as const;

/** A dashboard of its own whose login page leads to the provider, named "Acme ID". */
export async function startDashboardWithProvider(): Promise<{
  provider: LocalProvider;
  dashboard: OwnDashboard;
}> {
  const port = String(await freePort());
  const provider = await startIdentityProvider(`http://127.0.0.1:${port}/api/auth/callback/oidc`);
  const dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: "Acme ID",
  });
  return { provider, dashboard };
}

async function startIdentityProvider(redirectUri: string): Promise<LocalProvider> {
  let current: Account = { email: "", email_verified: false };
  const accounts = new Map<string, Account>();

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
    ],
    // Also for clients with a secret: a dashboard without PKCE could not sign in.
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["test-key-of-the-provider"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub);
      if (account === undefined) return undefined;
      return { accountId: sub, claims: () => ({ sub, ...account }) };
    },
  });
  const serve = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void serve(request, response);
    void (async () => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (prompt.name === "login") {
        const accountId = `account-${current.email}`;
        accounts.set(accountId, current);
        return provider.interactionFinished(request, response, { login: { accountId } });
      }
      const grant = new provider.Grant({
        clientId: String(params.client_id),
        ...(session === undefined ? {} : { accountId: session.accountId }),
      });
      grant.addOIDCScope("openid email");
      const consent = { grantId: await grant.save() };
      return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
    })();
  });
  return {
    issuer,
    ...CLIENT,
    comesAs: (account) => {
      current = account;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
