/** Texts of the page about one's own data; the law's are in countries/law/data-protection.ts. */
export const ownDataTexts = {
  title: 'Mis datos',
  intro: 'Lo que guardamos de vos, para verlo, descargarlo o pedir que lo suprimamos.',
  held: 'Qué guardamos',
  count: (count: number) => (count === 0 ? 'Nada' : String(count)),
  arrearsTitle: 'Hasta cuándo se puede informar tu atraso',
  arrears: ({
    since,
    until,
    renewed_until: renewed,
  }: {
    since: string;
    until: string;
    renewed_until: string;
  }) =>
    `Tu préstamo con atraso desde el ${since} se puede informar a las bases de riesgo crediticio hasta el ${until}${renewed === '' ? '' : `, o hasta el ${renewed} si la deuda sigue impaga y lo renovamos`}. Si pagás antes, ese plazo no se alarga.`,
  noticesTitle: 'Avisos y débito automático',
  notices: 'Elegí si querés que te avisemos de tus vencimientos y si debitamos tus cuotas de tu tarjeta.',
  noticesLink: 'Cambiar mis avisos',
  membershipLink: (name: string) => `Ver mi membresía ${name}`,
  sessionsTitle: 'Sesiones abiertas',
  sessions:
    'Los equipos en los que entraste a tu cuenta. Si no reconocés alguno, cerralo y cambiá tu contraseña.',
  unknownDevice: 'Equipo sin identificar',
  thisDevice: 'Este equipo',
  lastUsed: (date: string) => `Usada por última vez el ${date}`,
  end: 'Cerrar',
  endOf: (device: string) => `Cerrar la sesión de ${device}`,
  endOthers: 'Cerrar todas las demás',
  tryAgain: 'Volver a intentar',
  fileTitle: 'Descargar mis datos',
  file: 'Un archivo JSON con todo lo que guardamos de vos. Los links a tus fotos y contratos se abren durante cinco minutos: descargalos enseguida.',
  download: 'Descargar mis datos',
  fileName: 'mis-datos.json',
  eraseTitle: 'Suprimir mis datos',
  erasePossible:
    'Cerramos tu cuenta, borramos tu contraseña, tus sesiones, tu mail, tu celular, tus tarjetas y lo que nos escribiste. No se puede deshacer.',
  keepUntil: (date: string) =>
    `Después de pedirlo, lo conservamos bloqueado hasta el ${date} y luego también lo suprimimos.`,
  keepLater: 'Cuando termine tu préstamo y pase ese plazo, también lo suprimimos.',
  keepNothing: 'Como nunca tuviste un préstamo, no hay nada que la ley nos obligue a conservar.',
  reasons: {
    loan: 'Tenés un préstamo en camino. Podés pedir la supresión ahora: queda en espera y se hace automáticamente cuando termine.',
    debt: 'Tenés un préstamo que todavía estás pagando. Podés pedir la supresión ahora: queda en espera y se hace automáticamente cuando termine.',
    credit:
      'Tenés un saldo a favor que te tenemos que devolver. Podés pedir la supresión ahora: queda en espera hasta que te lo devolvamos.',
    held: 'Por ahora tenemos que conservar tus datos. Podés pedir la supresión ahora: queda en espera y se hace automáticamente cuando se pueda.',
  },
  ask: 'Pedir la supresión de mis datos',
  waitingTitle: 'Tu pedido está en espera',
  waiting: {
    loan: 'Lo hacemos automáticamente cuando termine tu préstamo. Lo podés seguir en los reclamos de tu estado de cuenta.',
    debt: 'Lo hacemos automáticamente cuando termines de pagar tu préstamo. Lo podés seguir en los reclamos de tu estado de cuenta.',
    credit:
      'Lo hacemos cuando te devolvamos tu saldo a favor. Lo podés seguir en los reclamos de tu estado de cuenta.',
    held: 'Lo hacemos automáticamente cuando se pueda: por ahora tenemos que conservar tus datos. Lo podés seguir en los reclamos de tu estado de cuenta.',
  },
  dialogTitle: '¿Suprimir tus datos?',
  dialogNow:
    'Tu cuenta se cierra ahora mismo y no la vas a poder recuperar. Te mandamos un último mail para confirmarlo.',
  dialogLater:
    'Tu pedido queda en espera hasta que termine lo que tenés pendiente. Tu cuenta sigue funcionando hasta entonces.',
  confirm: 'Sí, suprimir mis datos',
  confirmLater: 'Sí, dejar el pedido',
  cancel: 'No, volver',
  doneTitle: 'Suprimimos tus datos',
  done: 'Cerramos tu cuenta y todas sus sesiones. Te mandamos un mail con lo que hicimos.',
  home: 'Volver al inicio',
  rights: 'Tus derechos',
  rectify: 'Si algo está mal, escribinos desde Ayuda y contacto y lo corregimos.',
  policy: 'Política de privacidad',
} as const;

export const passwordTexts = {
  title: 'Contraseña',
  intro: 'Cambiala cuando quieras: cerramos tus sesiones en otros equipos y te avisamos por mail.',
  none: 'Todavía no tenés contraseña. Con una también podés ingresar con tu mail.',
  change: 'Cambiar mi contraseña',
  create: 'Crear una contraseña',
  current: 'Contraseña actual',
  password: 'Contraseña nueva',
  repeat: 'Repetí la contraseña nueva',
  hint: 'Las dos contraseñas deben ser iguales.',
  forgotten: 'No me la acuerdo: mandame un mail',
  save: 'Guardar contraseña',
  cancel: 'Cancelar',
  tryAgain: 'Volver a intentar',
} as const;
