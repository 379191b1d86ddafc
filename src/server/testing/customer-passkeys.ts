import type { CountryCode } from '../../countries/countries.ts';
import { testAuthenticator, type TestAuthenticator } from './authenticator.ts';
import type { CallOptions, TestAnswer, TestProduct } from './product.ts';

/** Passkeys of customers on a test's product, whose site stands at `url`. */
export function customerPasskeys(product: TestProduct, url: string, country: CountryCode = 'AR') {
  const newAuthenticator = () => testAuthenticator(url);
  /** What adds a passkey made by this authenticator. */
  async function toAdd(token: string, authenticator: TestAuthenticator): Promise<CallOptions> {
    const begun = await product.call('POST /api/v3/passkeys/challenge', { country, token });
    return { country, token, body: authenticator.make(begun.body.result) };
  }
  const add = async (token: string, authenticator: TestAuthenticator): Promise<TestAnswer> =>
    product.call('POST /api/v3/passkeys', await toAdd(token, authenticator));
  /** What logs in with it. */
  async function toLogIn(
    authenticator: TestAuthenticator,
    how?: Parameters<TestAuthenticator['use']>[1],
  ): Promise<CallOptions> {
    const begun = await product.call('POST /api/auth/passkey', { country });
    return { country, body: authenticator.use(begun.body.result, how) };
  }
  const logIn = async (...with_: Parameters<typeof toLogIn>): Promise<TestAnswer> =>
    product.call('POST /api/auth/passkey/finish', await toLogIn(...with_));
  return { newAuthenticator, toAdd, add, toLogIn, logIn };
}
