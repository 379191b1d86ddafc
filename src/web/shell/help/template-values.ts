import { useRouterState, usePathParam } from '../../router/context.ts';
import { useState } from 'react';
import { useProfileQuery } from '../../profile.ts';
import { readProposal } from '../../proposal.ts';
import { useLoggedIn } from '../../session.ts';
import { shellTexts } from '../../text/shared.ts';
import { useRoundMoney } from '../../ui/use-money.ts';
import type { TemplateValues } from '../../whatsapp.ts';

const known = (values: TemplateValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as TemplateValues;

/**
 * Values for a message's placeholders (docs/product/shell.md#message-templates): those of the screen, then those of the
 * page, the customer and the selected proposal.
 */
export function useTemplateValues(given: TemplateValues = {}): TemplateValues {
  const money = useRoundMoney();
  const title = useRouterState({ select: (state) => state.shown?.route.title });
  const hash = usePathParam('hash');
  const profile = useProfileQuery(useLoggedIn()).data;
  const [proposal] = useState(() => readProposal());
  const amount = proposal ? money(proposal.amount) : '';
  return {
    page_name: title ?? shellTexts.defaultTitle,
    option_amount: amount,
    amount,
    hash: profile?.hash ?? hash,
    ...(profile && {
      first_name: profile.first_name,
      client: `${profile.first_name} ${profile.last_name}`,
      document_number: profile.account_information.document_number,
    }),
    ...known(given),
  };
}
