import { afterEach, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct | undefined;
afterEach(async () => {
  await product?.close();
});

async function policyWith(settings: Record<string, string>): Promise<{ csp: string; opener: string | null }> {
  product = await startProduct({ settings });
  const { headers } = await product.raw('/healthz');
  return {
    csp: headers.get('content-security-policy') ?? '',
    opener: headers.get('cross-origin-opener-policy'),
  };
}

describe('other people’s code', () => {
  test('is nowhere until it is configured', async () => {
    const { csp, opener } = await policyWith({});
    expect(csp).not.toContain('http');
    expect(csp).not.toContain('frame-src');
    expect(opener).toBe('same-origin');
  });

  test('is nobody’s where pages only tell of their errors', async () => {
    const { csp } = await policyWith({ SENTRY_DSN_WEB: 'https://key@errors.example/42' });
    expect(csp).toContain("connect-src 'self' https://errors.example;");
    expect(csp).toContain("script-src 'self';");
  });

  test('is let in for the login providers and the chat that are configured, and no others', async () => {
    const { csp, opener } = await policyWith({
      GOOGLE_CLIENT_ID: 'client',
      CHATWOOT_BASE_URL: 'https://chat.example',
      CHATWOOT_WEBSITE_TOKEN: 'token',
    });
    expect(csp).toMatch(
      /script-src 'self' https:\/\/chat\.example https:\/\/accounts\.google\.com\/gsi\/client[;]/,
    );
    expect(csp).toContain('frame-src https://chat.example https://accounts.google.com/gsi/');
    expect(csp).not.toContain('facebook');
    expect(opener).toBe('same-origin-allow-popups');
  });
});
