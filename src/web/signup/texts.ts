/** Texts of sign-up. */
export const signupTexts = {
  title: 'Pedí tu préstamo online en menos de 5 minutos',
  intro: (max: string) => `Hasta ${max}, 100% online. Sin papeles ni trámites.`,
  firstName: 'Nombre',
  lastName: 'Apellido',
  birthdate: 'Fecha de nacimiento',
  email: 'Mail',
  phone: 'Celular',
  bank: '¿En qué banco tenés cuenta?',
  banksFailed: 'No pudimos cargar los bancos.',
  retry: 'Volver a intentar',
  whatsapp: 'Al continuar aceptás que te contactemos por WhatsApp.',
  personalData: (law: string) =>
    `Usamos tus datos para evaluar tu solicitud y consultar tu historial crediticio. Podés acceder a ellos, corregirlos o pedir su supresión (${law}).`,
  privacy: 'Política de privacidad',
  continue: 'Continuar',
} as const;

/** The two tabs. */
export const entryTexts = {
  label: '¿Ya tenés cuenta?',
  first: 'Primer préstamo',
  client: 'Soy cliente/a',
} as const;
