import { useMemo, useState } from 'react';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { type FieldBinding, useForm } from '../forms/use-form.ts';
import { type Profile, useProfile } from '../profile.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { CardFields } from './card-fields.tsx';
import { cardBody, cardRules, type CardValues, digitsOf, isCardBrand } from './card-form.ts';
import { ChoiceList } from './choice-list.tsx';
import { another, chosenIndex } from './existing-choice.ts';
import css from './card.module.css';
import { profileUpdates } from './profile-updates.ts';
import { noteInProposal } from './proposal-notes.ts';
import { cardTexts as texts } from './texts.ts';
import { underField } from './under-field.ts';
import { useCardType } from './use-card-type.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';

/** Step 4 of Argentina: the debit card, which may be skipped (A §2.8). Nothing of it is kept in the browser. */
export function CardScreen() {
  const profile = useProfile();
  const step = useStep('card', profile);
  const { form, field, digits, detected } = useCardForm(profile, step.next);
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
          {isNew && (
            <CardFields field={field} number={digits} type={detected.type} onNumberLeft={detected.ask} />
          )}
        </form>
        <Button kind="text" wide onClick={step.next}>
          {texts.skip}
        </Button>
        <p className={css.note}>
          {texts.safe} {texts.debit}
        </p>
      </Card>
    </ApplyScreen>
  );
}

const nameOf = (brand: string) => (isCardBrand(brand, texts.brands) ? texts.brands[brand] : brand);

function storedCards({ cards }: Profile) {
  return cards.map(({ brand, number, expiration_date: expiry }, index) => ({
    value: String(index),
    title: `${nameOf(brand)} ${number}`,
    text: texts.expires(expiry),
  }));
}

function useCardForm(profile: Profile, next: () => void) {
  const pack = useCountry();
  const rejected = useRejections();
  const { cards } = profile;
  const [digits, setDigits] = useState('');
  const detected = useCardType(digits);
  const { refusal } = detected;
  const rules = useMemo(() => cardRules(pack, cards.length, refusal), [pack, cards.length, refusal]);
  const form = useForm<CardValues>({
    initial: {
      choice: cards.length > 0 ? String(cards.length - 1) : another,
      number: '',
      holder: '',
      expiration_date: '',
      cvv: '',
    },
    rules,
    onSubmit: save,
    onFailure: (error) => {
      track('card_rejected');
      rejected(error);
      return false;
    },
  });

  function field(name: string): FieldBinding {
    const binding = form.field(name);
    if (name !== 'number') return binding;
    return {
      ...binding,
      onValue: (value) => {
        setDigits(digitsOf(value));
        binding.onValue(value);
      },
    };
  }

  async function save(values: CardValues) {
    const index = chosenIndex(values.choice, cards.length);
    const card = (index === null ? null : cards[index]) ?? (await add(values, detected.type));
    noteInProposal({ card: { brand: card.brand, number: card.number } });
    next();
  }
  return { form, field, digits, detected };
}

/** Saves a card; a refusal that names no field stands under the number. */
async function add(values: CardValues, type: string | undefined) {
  const { model } = await underField('number', ['card_declined', 'card_type', 'invalid'], () =>
    call('POST /api/v3/card-validation', { body: cardBody(values, type) }),
  );
  profileUpdates.cardSaved(model);
  return model;
}
