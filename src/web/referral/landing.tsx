import { paths } from '../../contract/paths.ts';
import { REFERRAL_EXAMPLE_COUNT } from '../../countries/promotions.ts';
import { useCountry } from '../country.tsx';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { MoneyText } from '../ui/money-text.tsx';
import { DefinitionList } from '../ui/stack-bar.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import css from './referral.module.css';
import type { Referral } from './referral-query.ts';
import { referralTexts as texts } from './texts.ts';
import { useId } from 'react';
import { useSettings } from '../settings.ts';
import { useTemplateValues } from '../shell/help/template-values.ts';
import { useGo } from '../shell/use-go.ts';
import { Button, ExternalLinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { whatsappLink } from '../whatsapp.ts';

/** Default text, so that there is always something to send. */
const plainMessage = '{referral_link}';

/**
 * The share link of the messaging app with the filled template (docs/product/shell.md#message-templates), and
 * the link itself to copy.
 */
function Invitation({ link }: { link: string }) {
  const money = useRoundMoney();
  const id = useId();
  const { maxAmount } = useCountry();
  const template = useSettings()['share-message'] || plainMessage;
  const values = useTemplateValues({ referral_link: link });
  const filled = { ...values, option_amount: values.option_amount || money(maxAmount) };
  return (
    <>
      <ExternalLinkButton wide href={whatsappLink('', template, filled)}>
        {texts.invite}
      </ExternalLinkButton>
      <div className={css.link}>
        <p id={id} className={css.caption}>
          {texts.link}
        </p>
        <p aria-labelledby={id} className={css.address}>
          {link}
        </p>
        <CopyButton text={link} what={texts.linkName} />
      </div>
    </>
  );
}

/**
 * The programme as it is today: what can be won and the invitation, or that it has ended
 * (docs/product/borrowers-area.md#programme).
 */
export function Landing({ referral }: { referral: Referral }) {
  const { first_name, promotion } = referral;
  const isRunning = promotion.state === 'running';
  return (
    <Screen title={isRunning ? texts.title(first_name) : texts.notFoundTitle}>
      {isRunning ? <Reward referral={referral} /> : <Closed referral={referral} />}
      <Mine referral={referral} />
      {isRunning && <How referral={referral} />}
      <Link to={paths.balance(referral.document_number)} className={css.account}>
        {texts.account}
      </Link>
    </Screen>
  );
}

function Reward({ referral }: { referral: Referral }) {
  const money = useRoundMoney();
  const { reward } = referral.promotion;
  return (
    <Card>
      <div className={css.head}>
        <p>
          <MoneyText units={reward} big round />
        </p>
        <p className={css.caption}>{texts.each}</p>
      </div>
      <p>{texts.reward(money(reward))}</p>
      <p className={css.example}>
        <span className={css.caption}>{texts.exampleTitle}</span>
        <strong>{texts.example(REFERRAL_EXAMPLE_COUNT, money(REFERRAL_EXAMPLE_COUNT * reward))}</strong>
        <span className={css.caption}>{texts.exampleNote}</span>
      </p>
      <Invitation link={referral.referral_link} />
    </Card>
  );
}

/** Before, after and without a promotion there is no invitation. */
function Closed({ referral }: { referral: Referral }) {
  const { state, from, to } = referral.promotion;
  const go = useGo();
  return (
    <Card>
      <p>{referral.first_name}:</p>
      {state === 'ended' && <Notice title={texts.ended}>{texts.endedNote(from, to)}</Notice>}
      {state === 'early' && <Notice title={texts.early}>{texts.earlyNote(from, to)}</Notice>}
      {state === 'none' && <Notice title={texts.none}>{texts.noneNote}</Notice>}
      <Button wide onClick={() => go.to(paths.welcome())}>
        {texts.home}
      </Button>
    </Card>
  );
}

function Mine({ referral }: { referral: Referral }) {
  const { registered, approved, awaited, earned, applied } = referral.referrals;
  const isEmpty = registered === 0 && awaited === 0 && earned === 0;
  if (referral.promotion.state !== 'running' && isEmpty) return null;
  return (
    <Card>
      <h2>{texts.mine}</h2>
      <DefinitionList
        items={[
          { label: texts.registered, value: registered },
          { label: texts.approved, value: approved },
          { label: texts.awaited, value: <MoneyText units={awaited} round /> },
          { label: texts.earned, value: <MoneyText units={earned} round /> },
          { label: texts.applied, value: <MoneyText units={applied} round /> },
          { label: texts.pending, value: <MoneyText units={earned - applied} round />, strong: true },
        ]}
      />
      {awaited > 0 && <p className={css.caption}>{texts.awaitedNote}</p>}
    </Card>
  );
}

function How({ referral }: { referral: Referral }) {
  const { country } = useCountry();
  const { from, to } = referral.promotion;
  return (
    <Card soft>
      <h2>{texts.howTitle}</h2>
      <ol className={css.how}>
        {texts.how.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={css.caption}>{texts.terms(country, from, to)}</p>
    </Card>
  );
}
