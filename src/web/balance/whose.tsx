import { writtenDocument } from '../../countries/identifiers/document.ts';
import { useCountry } from '../country.tsx';
import type { Account } from './balance-query.ts';
import { balanceTexts as texts } from './texts.ts';

/** Account owner, as far as the visitor may know. */
export function Whose({ account }: { account: Account }) {
  const pack = useCountry();
  const document = texts.document(pack.mainDocument, writtenDocument(pack.code, account.documentNumber));
  const name = account.profile ? `${account.profile.first_name} ${account.profile.last_name}` : '';
  return <p>{name ? texts.owner(name, document) : document}</p>;
}
