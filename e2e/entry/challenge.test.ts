import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { startProduct, type RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

const browsing = useBrowser();

// A product that asks for proof of work with each query.
let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({ LIMIT_CHALLENGE_DOCUMENTS: '0' });
  lookAt(product.port);
});
afterAll(() => product.stop());

const words = 'Verificando tu consulta…';

it('a doubted visitor’s browser proves itself in a worker, under the policy, and says so quietly', async () => {
  const page = await browsing.open({ country: 'AR' });
  const questions: (string | undefined)[] = [];
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/v3/balance')) return;
    statuses.push(response.status());
    questions.push(response.request().headers()['x-challenge-solution']);
  });
  let workers = 0;
  page.on('worker', () => (workers += 1));
  // A quick proof is over before anybody could look for the notice: it is noted when it appears.
  await page.addInitScript((text) => {
    const look = () => {
      const regions = [...document.querySelectorAll('[role=status]')];
      if (regions.some((each) => each.textContent.includes(text)))
        document.documentElement.dataset['seen'] = '';
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, words);
  await page.goto('/balance/1/30400048');
  const notice = page.getByRole('status').filter({ hasText: words });
  await page.locator('html[data-seen]').waitFor();
  await page.getByRole('heading', { name: /^Tu próxima cuota vence el/ }).waitFor();
  await notice.waitFor({ state: 'detached' });
  expect(statuses).toEqual([429, 200]);
  expect(questions).toEqual([undefined, expect.stringMatching(/^[\w+/=]{100,}$/)]);
  expect(workers).toBeGreaterThan(0);
  // What was answered once is free: no second proof.
  await page.reload();
  await page.getByRole('heading', { name: /^Tu próxima cuota vence el/ }).waitFor();
  // The same document is free by then, so the page brings its answer.
  expect(statuses).toEqual([429, 200]);
});
