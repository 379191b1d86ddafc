import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import {
  providerStandIn,
  type ProviderStandIn,
  type StandInPerson,
} from '../integrations/staff-login/sandbox.ts';
import { noteOf, signInPage, type Way, WAYS } from './identity-page.ts';

/** Path of the sandbox's provider; an issuer with this path is this process. */
const PATH = '/sandbox/identity';

/**
 * Sandbox version of the lender's identity provider: OpenID Connect with people of every group, and with
 * failures. Served if CONSOLE_OIDC_ISSUER names it. Not part of the contract, because a provider defines its
 * own calls.
 */
export async function serveIdentityProvider(
  app: FastifyInstance,
  { config }: Pick<Dependencies, 'config'>,
): Promise<void> {
  const {
    SANDBOX: isOn,
    CONSOLE_URL: consoleUrl,
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  if (!isOn || consoleUrl === undefined || clientId === undefined || clientSecret === undefined) return;
  if (issuer === undefined || new URL(issuer).pathname !== PATH) return;
  const standIn = await providerStandIn({ issuer, clientId, clientSecret });
  const back = `${consoleUrl.replace(/\/$/, '')}/ingreso/vuelta`;
  const isAsked = (asked: URLSearchParams) =>
    asked.get('client_id') === clientId &&
    asked.get('redirect_uri') === back &&
    asked.get('code_challenge_method') === 'S256';

  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded');
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text.toString()),
    );
    scope.get(`${PATH}/auth`, async (request, reply) => {
      const asked = queryOf(request.url);
      if (!isAsked(asked)) return refuse(reply);
      return page(reply, signInPage(peopleOf(config.staffGroups, asked.get('email')), asked));
    });
    scope.get(`${PATH}/answer`, async (request, reply) => {
      const asked = queryOf(request.url);
      const person = peopleOf(config.staffGroups, asked.get('email')).find(
        ({ sub }) => sub === asked.get('person'),
      );
      const way = WAYS.find(({ name }) => name === asked.get('way'));
      if (!isAsked(asked) || !person || !way) return refuse(reply);
      return reply.redirect(`${back}?${answerOf(standIn, asked, person, way).toString()}`);
    });
    scope.route({
      method: ['GET', 'POST'],
      url: `${PATH}/*`,
      async handler(request, reply) {
        const path = (request.url.split('?')[0] ?? '').slice(PATH.length);
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
        const { authorization = '' } = request.headers;
        const answer = await standIn.answer(path, { authorization, form });
        return answer ? reply.status(answer.status).send(answer.body) : reply.callNotFound();
      },
    });
  });
}

const queryOf = (url: string) => new URLSearchParams(url.split('?')[1] ?? '');

function page(reply: FastifyReply, html: string) {
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Refuses to redirect a sign-in that did not begin in this console. */
function refuse(reply: FastifyReply) {
  return page(reply.status(400), noteOf('Este pedido de ingreso no es de la consola de esta instalación.'));
}

/** One person for each configured group, one of an unknown group, and one identified by an address. */
function peopleOf(
  groups: Dependencies['config']['staffGroups'],
  email: string | null = null,
): StandInPerson[] {
  const named = [...(groups?.keys() ?? [])].map((group) => personOf(group, `Persona de ${group}`, [group]));
  const other = personOf('otro-equipo', 'Persona de otro equipo', ['otro-equipo']);
  const typed = email ? [{ sub: `sandbox:${email}`, email, name: email.split('@')[0] ?? email }] : [];
  return [...typed, ...named, other];
}

const personOf = (id: string, name: string, groups: readonly string[]): StandInPerson => ({
  sub: `sandbox:${id}`,
  email: `${id.replaceAll(/[^\w.-]/g, '-')}@proveedor.example`,
  name,
  groups,
});

/** Parameters that the browser returns to the console. */
function answerOf(
  standIn: ProviderStandIn,
  asked: URLSearchParams,
  person: StandInPerson,
  { name, claims, worn }: Way,
): URLSearchParams {
  const state = asked.get('state') ?? '';
  if (name === 'refused') return new URLSearchParams({ error: 'access_denied', state });
  return new URLSearchParams({ code: standIn.grant(asked, { ...person, ...claims }, worn), state });
}
