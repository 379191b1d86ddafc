// The sandbox page: asks for the state, shows it, and sends what is pressed. No code of others, nothing inline.
const refreshMs = 2_000;
const byId = (id) => document.getElementById(id);
let lastShown = '';

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error([...(answer.errors ?? []), answer.message].find(Boolean));
  return answer;
}

function say(text, isError = false) {
  byId('notice').textContent = text;
  byId('notice').classList.toggle('error', isError);
}

async function act(work, done) {
  try {
    await work();
    say(done);
    await refresh();
  } catch (error) {
    say(error.message, true);
  }
}

function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const loanStates = { send: 'Verificando', preapproved: 'Preparando el envío' };
const payOutStates = {
  planned: 'sin enviar',
  sent: 'enviado, esperando respuesta',
  unknown: 'sin respuesta cierta',
};
const rails = { 'bank-transfer': 'Transferencia', 'red-pagos': 'Red pagos', pdv: 'Punto de entrega' };
const outcomes = [
  ['ok', 'Bien', ''],
  ['failed', 'Rechazar', 'quiet'],
  ['unknown', 'No se sabe', 'quiet'],
];

function payOutItem({ loan_id, loan_state, state, rail, amount }) {
  const item = document.createElement('li');
  item.append(element('strong', `$${amount.toLocaleString('es-AR')} · ${rails[rail] ?? rail}`));
  item.append(
    element(
      'p',
      `${loanStates[loan_state] ?? loan_state}: ${payOutStates[state] ?? state}. ${loan_id}`,
      'meta',
    ),
  );
  item.append(outcomeButtons(`/sandbox/loans/${loan_id}/advance`, 'Listo: el envío dio un paso.'));
  return item;
}

/** Buttons for the rail's answer to an order. */
function outcomeButtons(path, done) {
  const actions = element('div', '', 'actions');
  for (const [outcome, label, className] of outcomes) {
    const button = element('button', label, className);
    button.addEventListener('click', () => act(() => call('POST', path, { outcome }), done));
    actions.append(button);
  }
  return actions;
}

/** A refund of credit that the bank has not answered for good. */
function refundItem({ reference, state, amount }) {
  const item = document.createElement('li');
  item.append(element('strong', `$${amount.toLocaleString('es-AR')} · Devolución`));
  item.append(element('p', `${payOutStates[state] ?? state}. ${reference}`, 'meta'));
  item.append(
    outcomeButtons(
      `/sandbox/refunds/${encodeURIComponent(reference)}/advance`,
      'Listo: la devolución dio un paso.',
    ),
  );
  return item;
}

const dayText = (day) => day.split('-').toReversed().join('-');

/** An approved price list that is still to come: the clock moves to its first day. */
function priceListItem({ id, name, valid_from }) {
  const item = document.createElement('li');
  item.append(element('strong', name), element('p', `Rige desde el ${dayText(valid_from)}`, 'meta'));
  const actions = element('div', '', 'actions');
  const start = element('button', 'Avanzar hasta ese día', 'quiet');
  start.addEventListener('click', () =>
    act(() => call('POST', `/sandbox/price-lists/${id}/start`), 'Listo: la lista ya rige.'),
  );
  actions.append(start);
  item.append(actions);
  return item;
}

const reports = [
  ['settle', 'Se pagó', ''],
  ['reject', 'Se rechazó', 'quiet'],
];

function reportButton(hash, [report, label, className], done) {
  const button = element('button', label, className);
  button.addEventListener('click', () =>
    act(() => call('POST', `/sandbox/payments/${hash}/${report}`), done),
  );
  return button;
}

function paymentItem({ hash, method, amount, due_date, checkout }) {
  const item = document.createElement('li');
  item.append(element('strong', `$${amount.toLocaleString('es-AR')} · ${method}`));
  item.append(element('p', `Vence el ${dayText(due_date)}. ${hash}`, 'meta'));
  const actions = element('div', '', 'actions');
  actions.append(...reports.map((report) => reportButton(hash, report, 'Listo: el pago fue informado.')));
  if (checkout !== '') {
    const link = element('a', 'Abrir el checkout');
    link.href = checkout;
    actions.append(link);
  }
  item.append(actions);
  return item;
}

/** A payment that has come, which may be taken back: a refund, a charge-back, a reversal of the network. */
function paidItem({ hash, method, amount }) {
  const item = document.createElement('li');
  item.append(element('strong', `$${amount.toLocaleString('es-AR')} · ${method}`));
  item.append(element('p', hash, 'meta'));
  const actions = element('div', '', 'actions');
  actions.append(reportButton(hash, ['reverse', 'Devolver', 'quiet'], 'Listo: el pago fue devuelto.'));
  item.append(actions);
  return item;
}

function messageItem({ channel, to, subject, text, at }) {
  const item = document.createElement('li');
  const head = element('p', '', 'meta');
  head.append(
    element('span', channel === 'sms' ? 'SMS' : 'Mail', 'tag'),
    ` ${to} · ${new Date(at).toLocaleString('es-AR')}`,
  );
  item.append(head);
  if (subject) item.append(element('strong', subject));
  item.append(bodyOf(text));
  return item;
}

/** The text with its links as links; everything else stays text. */
function bodyOf(text) {
  const body = element('p', '', 'body');
  for (const part of text.split(/(https?:\/\/\S+)/)) {
    if (!/^https?:\/\//.test(part)) {
      body.append(part);
      continue;
    }
    const link = element('a', part);
    link.href = part;
    link.target = '_blank';
    link.rel = 'noopener';
    body.append(link);
  }
  return body;
}

function fill(list, items, empty) {
  list.replaceChildren(...(items.length > 0 ? items : [element('li', empty, 'meta')]));
}

async function refresh() {
  const state = await call('GET', '/sandbox/state');
  const to = byId('to').value.trim();
  const messages =
    to === '' ? state.messages : await call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
  byId('now').textContent = new Date(state.now).toLocaleString('es-AR', {
    dateStyle: 'full',
    timeStyle: 'short',
  });
  // Redrawn only when something has changed: the button under the pointer stays where it is.
  const shown = JSON.stringify([
    state.mode,
    state.identity_review,
    state.disbursements,
    state.refunds,
    state.price_lists,
    state.payments,
    state.paid,
    messages,
  ]);
  if (shown === lastShown) return;
  lastShown = shown;
  byId('mode').value = state.mode;
  byId('identity').value = state.identity_review;
  fill(byId('pay-outs'), state.disbursements.map(payOutItem), 'No hay envíos en curso.');
  fill(byId('refunds'), state.refunds.map(refundItem), 'No hay devoluciones en curso.');
  fill(byId('price-lists'), state.price_lists.map(priceListItem), 'No hay ninguna aprobada.');
  fill(byId('payments'), state.payments.map(paymentItem), 'No hay pagos abiertos.');
  fill(byId('paid'), state.paid.map(paidItem), 'Todavía no hay pagos acreditados.');
  fill(byId('messages'), messages.map(messageItem), 'Todavía no hay mensajes.');
}

byId('advance-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void act(() => call('POST', '/sandbox/clock', { advance: byId('advance').value }), 'El reloj avanzó.');
});
byId('set-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void act(
    () => call('POST', '/sandbox/clock', { now: new Date(byId('set').value).toISOString() }),
    'El reloj cambió.',
  );
});
byId('mode').addEventListener('change', (event) => {
  void act(() => call('POST', '/sandbox/disbursement', { mode: event.target.value }), 'El modo cambió.');
});
byId('identity').addEventListener('change', (event) => {
  void act(
    () => call('POST', '/sandbox/identity-review', { policy: event.target.value }),
    'La revisión de identidad cambió.',
  );
});
byId('search-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void act(async () => undefined, '');
});

async function keepRefreshing() {
  try {
    await refresh();
  } catch (error) {
    say(error.message, true);
  }
  setTimeout(() => void keepRefreshing(), refreshMs);
}
await keepRefreshing();
