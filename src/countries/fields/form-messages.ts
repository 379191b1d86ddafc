/** Messages about whole forms and outcomes; single fields have theirs in the field rules. */
export const FORM_MESSAGES = {
  /** Step 1, upload; recovery request without e-mail. */
  completeFields: 'Por favor, completa todos los campos para avanzar.',
  /** Step 2: any part of the address. */
  addressInvalid: 'Por favor, completa/revise todos los campos de color rojo para avanzar.',
  /** E-mail login; registration in the offer. */
  reviewFields: 'Por favor, revisa los campos para avanzar.',
  termsRequired: 'Debes aceptar los términos del sitio para continuar',
  duplicateBankAccount: 'La cuenta bancaria ya fue registrada anteriormente.',
  bankAccountCreated: 'La cuenta bancaria ha sido creada.',
  wrongSmsCode: 'El código ingresado es incorrecto / Por favor volvé a intentarlo.',
  cardTypeUnknownAtPayment:
    'No se pudo detectar el tipo de tarjeta. Verifique el número de tarjeta ingresado.',
  /** Card refused by the gateway, for a request from server or browser. */
  cardDeclined: 'La tarjeta fue rechazada. Revisá los datos o probá con otra.',
  nothingSelectedToPay: 'Debe seleccionar al menos un item para pagar',
} as const;
