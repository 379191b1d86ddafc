/** The LIBRE DEUDA tab. */
export const debtFreeTexts = {
  yesTitle: 'Tu libre deuda se puede emitir',
  yes: 'No tenés cuotas sin pagar ni otra deuda con nosotros.',
  noTitle: 'Tu libre deuda no se puede emitir',
  no: (count: number) =>
    count === 1
      ? 'Todavía tenés 1 cuota sin pagar. Cuando la pagues, vas a poder pedirlo acá.'
      : `Todavía tenés ${count} cuotas sin pagar. Cuando las pagues, vas a poder pedirlo acá.`,
  noLoan: 'Tu préstamo todavía está en trámite.',
  generate: 'Generar libre deuda',
  opens: 'Se abre en otra ventana, para imprimirlo o guardarlo como PDF.',
  unnamed: 'Sin iniciar sesión sale solo con el número de documento. Para que lleve tu nombre,',
  login: 'ingresá a tu cuenta',

  readyTitle: 'Tu libre deuda está listo',
  ready: 'Tu navegador no abre ventanas automáticamente. Abrilo desde acá para imprimirlo o guardarlo.',
  open: 'Abrir mi libre deuda',
  close: 'Cerrar',
} as const;

/** The certificate to be printed and its check. */
export const certificateTexts = {
  failedTitle: 'No encontramos el certificado',
  failed: 'No pudimos encontrar el certificado. Te llevamos a consultar tu estado de cuenta.',
  failedNext: 'Consultar mi estado de cuenta',
  print: 'Imprimir',
  download: 'Descargar PDF',
  back: 'Consultar mi estado de cuenta',
  qr: 'Código QR para comprobar este certificado',
  check: 'Cualquiera puede comprobar que es auténtico en:',

  checkTitle: 'Comprobar un libre deuda',
  genuineTitle: 'El certificado es auténtico',
  genuine: (issuer: string, date: string) => `Lo emitió ${issuer} el ${date}.`,
  compare: 'Compará estos datos con los del certificado que te mostraron.',
  holder: 'Nombre',
  noHolder: 'No lleva nombre',
  document: 'Documento',
  issuedOn: 'Fecha de emisión',
  sha256: 'SHA-256 del PDF',
  voidTitle: 'El certificado ya no vale',
  void: (issuer: string, date: string) =>
    `Lo emitió ${issuer} el ${date}, pero después se anuló un pago y volvió a haber deuda.`,
  falseTitle: 'No es un certificado nuestro',
  false: 'No emitimos ningún libre deuda con este código. Revisá que la dirección esté completa.',
  checkFailed: 'No pudimos comprobarlo',
  retry: 'Volver a intentar',
} as const;
