import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { messageOf, ApiFailure } from '../ui/api-failure.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';
import { call } from './api.ts';
import { ApprovalsPage } from './approvals/approvals-page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { ClosePage } from './closes/close-page.tsx';
import { ClosesPage } from './closes/closes-page.tsx';
import { CasePage } from './collections/case-page.tsx';
import { CasesPage } from './collections/cases-page.tsx';
import { ConfigurationPage } from './configuration/configuration-page.tsx';
import { CustomerPage } from './customers/customer-page.tsx';
import { CustomersPage } from './search/search-panel.tsx';
import { RulesDraftPage, RulesPage } from './decision-rules/decision-rules.tsx';
import { VersionPage } from './decision-rules/version-page.tsx';
import { DatedPage } from './dated/dated-page.tsx';
import { ExceptionPage } from './exceptions/exception-page.tsx';
import { ExceptionsPage } from './exceptions/exceptions-page.tsx';
import { FiguresPage } from './figures/figures-page.tsx';
import { HomePage } from './home-page.tsx';
import { HoldsPage } from './holds/holds-page.tsx';
import { DebtorsPage } from './debtors/debtors-page.tsx';
import { MatchPage } from './screening/match-page.tsx';
import { MatchesPage } from './screening/matches-page.tsx';
import { InvoicesPage } from './invoices/invoices-page.tsx';
import { OperationPage } from './operation/operation-page.tsx';
import { IdentityPage } from './identity/queue-page.tsx';
import { ReviewPage } from './identity/review-page.tsx';
import { IntegrationsPage } from './integrations/integrations-page.tsx';
import { WebhookPage } from './integrations/webhook-page.tsx';
import { go, usePath } from './place.ts';
import { allows, MeContext, type Me } from './session.ts';
import { pageAt } from './pages.ts';
import { ListPage } from './prices/list-page.tsx';
import { PriceDraftPage, PricesPage } from './prices/price-lists.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { MoneyPage } from './money/money-page.tsx';
import { WaitingPage } from './money/waiting-page.tsx';
import { PayoutPage } from './payouts/payout-page.tsx';
import { PayoutsPage } from './payouts/payouts-page.tsx';
import { PasskeysPage } from './passkeys/passkeys-page.tsx';
import { ProofDialog } from './passkeys/proof-dialog.tsx';
import { Shell } from './shell.tsx';
import { EnrolmentPage } from './sign-in/enrolment-page.tsx';
import { SignInBack } from './sign-in/sign-in-back.tsx';
import { SignInOver } from './sign-in/sign-in-over.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { TeamPage } from './team/team-page.tsx';
import { TicketPage } from './tickets/ticket-page.tsx';
import { TicketsPage } from './tickets/tickets-page.tsx';
import { PageFault } from './ui/page-fault.tsx';
import { PageHead } from './ui/page-head.tsx';
import pageCss from './ui/page.module.css';
import { ROLE_NAMES } from '../words/texts.ts';
import css from './shell.module.css';

const COMPONENTS: Readonly<Record<string, ComponentType>> = {
  '/': HomePage,
  '/clientes': CustomersPage,
  '/identidad': IdentityPage,
  '/excepciones': ExceptionsPage,
  '/cobranzas': CasesPage,
  '/bloqueos': HoldsPage,
  '/coincidencias': MatchesPage,
  '/deudores': DebtorsPage,
  '/tickets': TicketsPage,
  '/solicitudes': RequestsPage,
  '/tablero': FiguresPage,
  '/operacion': OperationPage,
  '/configuracion': ConfigurationPage,
  '/precios': PricesPage,
  '/reglas': RulesPage,
  '/valores': DatedPage,
  '/cierres': ClosesPage,
  '/dinero': MoneyPage,
  '/facturas': InvoicesPage,
  '/envios': PayoutsPage,
  '/integraciones': IntegrationsPage,
  '/equipo': TeamPage,
  '/aprobaciones': ApprovalsPage,
  '/registro': AuditPage,
  '/llaves': PasskeysPage,
};

/** Pages of one row. */
const ROW_COMPONENTS: Readonly<Record<string, ComponentType<{ id: string }>>> = {
  '/clientes': CustomerPage,
  '/identidad': ReviewPage,
  '/coincidencias': MatchPage,
  '/excepciones': ExceptionPage,
  '/reglas': VersionPage,
  '/reglas-en-borrador': RulesDraftPage,
  '/cobranzas': CasePage,
  '/tickets': TicketPage,
  '/precios': ListPage,
  '/borradores': PriceDraftPage,
  '/dinero': WaitingPage,
  '/envios': PayoutPage,
  '/integraciones': WebhookPage,
  '/cierres': ClosePage,
};

/** Console: asks for sign-in, then opens the requested page. */
export function App() {
  const path = usePath();
  const queries = useQueryClient();
  const me = useQuery({
    queryKey: ['me'],
    queryFn: async () => (await call('GET /api/staff/me')).result,
    // The session ends by itself: the page must not look signed in for hours after it.
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  const isOut = me.error instanceof ApiFailure && me.error.status === 401;
  const [hasLeft, setLeft] = useState(false);
  // After a session timeout the page stays mounted, hidden, for the same person.
  const waits = isOut && !hasLeft && me.data !== undefined;
  // Cached data of one person never reaches the next.
  const forget = useCallback(
    () =>
      queries.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'sign-in',
      }),
    [queries],
  );
  useEffect(() => {
    if (isOut && !waits) forget();
  }, [isOut, waits, forget]);
  const signedIn = async () => {
    const before = me.data?.id;
    const { data } = await me.refetch();
    if (data === undefined) return;
    setLeft(false);
    if (data.id === before) await queries.invalidateQueries({ type: 'active' });
    else forget();
  };
  if (path === '/ingreso/vuelta') return <SignInBack onDone={() => void me.refetch()} />;
  const [, token] = /^\/alta\/([\w-]+)$/.exec(path) ?? [];
  if (token !== undefined || path === '/alta')
    return <EnrolmentPage token={token ?? ''} onDone={() => void me.refetch()} />;
  if (isOut && !waits) return <SignInPage onDone={() => void signedIn()} />;
  if (me.error && !me.data) return <Trouble error={me.error} retry={() => void me.refetch()} />;
  if (!me.data)
    return (
      <main className={css.main} aria-busy="true">
        <SkeletonGroup shapes={['title', 'line', 'line', 'line']} />
      </main>
    );
  return (
    <MeContext key={me.data.id} value={me.data}>
      <Shell
        onOut={() => {
          setLeft(true);
          void me.refetch();
        }}
      >
        <PageFault key={path}>
          <Page path={placeOf(path, me.data)} me={me.data} />
        </PageFault>
        <ProofDialog />
      </Shell>
      {waits && <SignInOver onDone={() => void signedIn()} />}
    </MeContext>
  );
}

/** Page of an address; a person without passkeys gets to the enrolment only. */
function placeOf(path: string, me: Me): string {
  if (me.passkeys_missing > 0) return '/llaves';
  return path === '/ingreso' ? '/' : path;
}

function Page({ path, me }: { path: string; me: Me }) {
  const { page, id } = pageAt(path) ?? {};
  const List = COMPONENTS[path];
  const Row = page && ROW_COMPONENTS[page.path];
  const isAllowed = page !== undefined && (page.call === undefined || allows(me, page.call));
  useEffect(() => {
    document.title = page ? `${page.name} · Consola` : 'Consola';
  }, [page]);
  if (Row && id !== undefined && isAllowed) return <Row key={path} id={id} />;
  if (List && isAllowed) return <List key={path} />;
  return (
    <>
      <PageHead title={page ? 'Tu rol no permite ver esta pantalla' : 'Esta pantalla no existe'} />
      <div className={pageCss.form}>
        <p>
          {page
            ? `Si la necesitás para tu trabajo, pedile el acceso a ${ROLE_NAMES.administrator}.`
            : 'El link puede ser viejo o estar mal copiado. Lo que buscás puede estar en el menú.'}
        </p>
        <p>
          <Button kind="ghost" small onClick={() => go('/')}>
            Volver al inicio
          </Button>
        </p>
      </div>
    </>
  );
}

function Trouble({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <main className={css.main}>
      <h1>No pudimos abrir la consola</h1>
      <p role="alert">{messageOf(error)}</p>
      <p>
        <Button small onClick={retry}>
          Volver a intentar
        </Button>
      </p>
    </main>
  );
}
