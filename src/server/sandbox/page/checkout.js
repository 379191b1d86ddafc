// The wallet's site: shows the order, sends what is pressed, and goes back to where the wallet sends people.
const byId = (id) => document.getElementById(id);
const address = location.pathname;

function say(text) {
  byId('notice').textContent = text;
  byId('notice').classList.add('error');
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function setBusy(isBusy) {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
}

async function decide(outcome) {
  setBusy(true);
  try {
    const { return_to: target } = await call('POST', address, {
      outcome,
      payment_type: byId('type').value,
      notify: byId('notify').checked,
    });
    location.assign(target);
  } catch (error) {
    say(error.message);
    setBusy(false);
  }
}

byId('pay-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void decide(event.submitter?.value ?? 'approved');
});

try {
  const { title, amount, currency, is_open: isOpen } = await call('GET', `${address}/order`);
  byId('order-title').textContent = title;
  byId('amount').textContent = new Intl.NumberFormat('es-AR', { style: 'currency', currency }).format(amount);
  if (!isOpen) {
    say('Este pago ya no está vigente.');
    setBusy(true);
  }
} catch (error) {
  say(error.message);
  setBusy(true);
}
