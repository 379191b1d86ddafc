import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { providerStandIn, type StandInPerson } from '../../integrations/staff-login/sandbox.ts';

export type { StandInPerson as ProviderPerson } from '../../integrations/staff-login/sandbox.ts';

export interface TestProvider {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What the provider's page does when this person has signed in there: the way back. */
  signIn(url: string, person: StandInPerson): { readonly code: string; readonly state: string };
  close(): void;
}

const [clientId, clientSecret] = ['consola', 'un secreto: con/signos'];

/** The sandbox's OpenID Connect provider on a port of its own, before there is a product that serves it. */
export async function startProvider(): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await providerStandIn({ issuer, clientId, clientSecret });
  server.on('request', (request, response) => {
    const authorization = request.headers.authorization ?? '';
    void text(request)
      .then((body) => provider.answer(request.url ?? '', { authorization, form: new URLSearchParams(body) }))
      .then((answer) =>
        response
          .writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer?.body ?? {})),
      );
  });
  return {
    issuer,
    settings: {
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: clientId,
      CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    },
    signIn(url, person) {
      const asked = new URL(url).searchParams;
      return { code: provider.grant(asked, person), state: asked.get('state') ?? '' };
    },
    close: () => void server.close(),
  };
}
