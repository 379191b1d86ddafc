import { describe, expect, it } from 'vitest';
import { contactChannel } from './shell/help/contact.ts';
import { onboardingDelayMs } from './settings.ts';
import { fillTemplate, lacksValues, whatsappLink } from './whatsapp.ts';

it('fills every placeholder and drops those without a value', () => {
  const template =
    '{first_name} {page_name} {option_amount} {hash} {document_number} {client} {amount} {loan_id} {referral_link} {otro}';
  const values = {
    first_name: 'Ana',
    page_name: 'oferta',
    option_amount: '$1',
    hash: 'h',
    document_number: '30',
    client: 'sí',
    amount: '$2',
    loan_id: 'l',
    referral_link: 'r',
  };
  expect(fillTemplate(template, values)).toBe('Ana oferta $1 h 30 sí $2 l r {otro}');
  expect(fillTemplate('Hola {first_name}!', {})).toBe('Hola !');
});

it('opens WhatsApp with the text, for a number, a whole address, or without a recipient', () => {
  const link = new URL(whatsappLink('+54 9 11 5555-5555', 'Soy {first_name} & co', { first_name: 'Ana' }));
  expect(link.searchParams.get('phone')).toBe('5491155555555');
  expect(link.searchParams.get('text')).toBe('Soy Ana & co');
  expect(
    new URL(whatsappLink('https://wa.me/598?text=Hola {client}', '', { client: 'x' })).searchParams.get(
      'text',
    ),
  ).toBe('Hola x');
  expect(new URL(whatsappLink('', 'a', {})).searchParams.has('phone')).toBe(false);
});

it('shows the onboarding button after the setting, after 120 s where it is no number, never for 0', () => {
  expect(onboardingDelayMs('15')).toBe(15_000);
  expect(onboardingDelayMs('pronto')).toBe(120_000);
  expect(onboardingDelayMs(undefined)).toBe(120_000);
  expect(onboardingDelayMs('')).toBe(120_000);
  expect(onboardingDelayMs('0')).toBeNull();
});

describe('support channel', () => {
  it('is the configured one, and none when out of office', () => {
    const number = { 'whatsapp-support': '54', 'whatsapp-origination': '55' };
    expect(contactChannel({ ...number, channel: 'whatsapp' }, 'whatsapp-support')).toBe('whatsapp');
    expect(contactChannel({ channel: 'chat' }, 'whatsapp-support')).toBe('chat');
    expect(contactChannel({ channel: 'whatsapp' }, 'whatsapp-support')).toBeNull();
    expect(contactChannel({ ...number, 'whatsapp-out-of-office': 'on' }, 'whatsapp-support')).toBeNull();
    const away = { ...number, 'whatsapp-origination-out-of-office': '1' };
    expect(contactChannel(away, 'whatsapp-origination')).toBeNull();
    expect(contactChannel(away, 'whatsapp-support')).toBe('whatsapp');
  });
});

it('finds that a template values when one of its placeholders has none', () => {
  expect(lacksValues('Hola, soy {first_name}.', {})).toBe(true);
  expect(lacksValues('Hola, soy {first_name}.', { first_name: '' })).toBe(true);
  expect(lacksValues('Hola, soy {first_name}.', { first_name: 'Ana' })).toBe(false);
  expect(lacksValues('Hola, soy {apodo}.', { first_name: 'Ana' })).toBe(true);
  expect(lacksValues('Hola.', {})).toBe(false);
});
