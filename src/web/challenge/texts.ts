export const challengeTexts = {
  checking: 'Verificando tu consulta…',
} as const;
