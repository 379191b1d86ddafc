import { useMemo } from 'react';
import { cardBrandName } from '../../countries/identifiers/cards.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { CardFields } from '../card/card-fields.tsx';
import { type CardSender, useCardSender } from '../card/card-sender.ts';
import { useCardNumber } from '../card/use-card-number.ts';
import { useCountry } from '../country.tsx';
import { useForm } from '../forms/use-form.ts';
import { type Profile, useProfile } from '../profile.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { ChoiceList, another, chosenIndex } from './choice-list.tsx';
import css from './card.module.css';
import { forgetNoCard, noteNoCard } from './no-card.ts';
import { profileUpdates } from './profile-updates.ts';
import { noteInProposal } from './proposal-notes.ts';
import { cardTexts as texts } from './texts.ts';
import { underField } from '../forms/under-field.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { type CardValues, digitsOf, emptyCard } from '../card/card-values.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';

/** State of the card step (docs/product/application.md#debit-card). */
interface CardStepValues extends CardValues {
  /** Place of a stored card, or `another`. */
  readonly choice: string;
}

/** The newest of the stored cards is chosen at first. */
function initialCard(stored: number): CardStepValues {
  return { ...emptyCard, choice: stored > 0 ? String(stored - 1) : another };
}

/**
 * Rules of a new card; a stored one needs none.
 * @param refusal server's refusal of a number
 */
function cardRules(
  pack: CountryPack,
  stored: number,
  refusal: (digits: string) => string | undefined,
): Rules<CardStepValues> {
  const rule = (name: 'card_number' | 'card_holder' | 'expiration_date' | 'cvv') => {
    const own = ruleOf(pack, name);
    return (value: string, values: CardStepValues) =>
      chosenIndex(values.choice, stored) === null ? own(value, values) : undefined;
  };
  const number = rule('card_number');
  return {
    number: (value, values) => number(value, values) ?? refusal(digitsOf(value)),
    holder: rule('card_holder'),
    expiration_date: rule('expiration_date'),
    cvv: rule('cvv'),
  };
}

/**
 * Step 4 of Argentina: the debit card, which may be skipped (docs/product/application.md#debit-card). Nothing
 * of it is kept in the browser.
 */
export function CardScreen() {
  const profile = useProfile();
  const step = useStep('card', profile);
  const skip = () => {
    noteNoCard(profile);
    step.next();
  };
  const { form, number } = useCardForm(profile, step.next, skip);
  const isNew = chosenIndex(form.values.choice, profile.cards.length) === null;
  return (
    <ApplyScreen
      step="card"
      title={texts.title}
      intro={texts.intro}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props} autoComplete="on" className={css.form}>
          {profile.cards.length > 0 && (
            <ChoiceList
              binding={form.field('choice')}
              legend={texts.choose}
              choices={[
                ...storedCards(profile),
                { value: another, title: texts.other, text: texts.otherText },
              ]}
            />
          )}
          {isNew && <CardFields field={form.field} number={number} texts={texts} />}
        </form>
        <Button kind="text" wide onClick={skip}>
          {texts.skip}
        </Button>
        <p className={css.note}>
          {texts.safe} {texts.debit}
        </p>
      </Card>
    </ApplyScreen>
  );
}

function storedCards({ cards }: Profile) {
  return cards.map(({ brand, number, expiration_date: expiry }, index) => ({
    value: String(index),
    title: `${cardBrandName(brand) ?? brand} ${number}`,
    text: texts.expires(expiry),
  }));
}

function useCardForm(profile: Profile, next: () => void, skip: () => void) {
  const pack = useCountry();
  const rejected = useRejections({
    title: texts.refused,
    choices: [{ label: texts.tryAnother }, { label: texts.skip, onChoose: skip }],
  });
  const { cards } = profile;
  const number = useCardNumber();
  const sendCard = useCardSender();
  const { refusal } = number.detected;
  const rules = useMemo(() => cardRules(pack, cards.length, refusal), [pack, cards.length, refusal]);
  const form = useForm<CardStepValues>({
    initial: initialCard(cards.length),
    rules,
    onSubmit: save,
    onFailure: (error) => {
      track('card_rejected');
      rejected(error);
      return false;
    },
  });

  async function save(values: CardStepValues) {
    const index = chosenIndex(values.choice, cards.length);
    const card = (index === null ? null : cards[index]) ?? (await add(sendCard, sentCard(values)));
    forgetNoCard();
    noteInProposal({ card: { brand: card.brand, number: card.number } });
    next();
  }

  /** The card alone: which of the stored ones is chosen is no part of it. */
  function sentCard({ choice: _choice, ...values }: CardStepValues) {
    const holderDocument = profile.account_information.document_number;
    return { values, detected: number.detected.type, holderDocument };
  }
  return { form, number };
}

/** Saves a card; shows a refusal without a field under the number. */
async function add(sendCard: CardSender, card: Parameters<CardSender>[0]) {
  const { model } = await underField('number', ['card_declined', 'card_type', 'invalid'], () =>
    sendCard(card, (body) => call('POST /api/v3/card-validation', { body })),
  );
  profileUpdates.cardSaved(model);
  return model;
}
