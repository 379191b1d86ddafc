import { FORM_MESSAGES } from '../countries/fields/form-messages.ts';

/**
 * Every expected failure: its wire code, HTTP status and the Spanish sentence a person may read. Clients and
 * tests rely on the sentences, so changing one changes the contract.
 */
export const failures = {
  bad_request: [400, 'No pudimos leer el pedido. Revisá los datos y volvé a intentarlo.'],
  invalid: [422, 'Por favor, revisa los campos para avanzar.'],
  unauthenticated: [401, 'Tu sesión terminó. Volvé a ingresar.'],
  unknown_channel: [401, 'El canal desde el que ingresás no está habilitado.'],
  service_token: [401, 'La credencial del servicio no es válida o venció.'],
  api_key: [401, 'La clave no existe, venció, fue revocada o es de otro país.'],
  api_scope: [403, 'Esta clave no tiene permiso para esta llamada.'],
  fresh_login_required: [403, 'Por tu seguridad, volvé a ingresar para hacer este cambio.'],
  address_unproved: [
    403,
    'Primero confirmá tu mail: pedí un link de acceso por mail, ingresá con él y volvé a intentarlo.',
  ],
  foreign_origin: [403, 'El pedido viene de un sitio que no está permitido.'],
  https_required: [403, 'Esta dirección funciona solo con una conexión segura (https).'],
  not_found: [404, 'No encontramos lo que buscás.'],
  too_large: [413, 'El archivo es demasiado grande.'],
  body_too_large: [413, 'Lo que enviaste es demasiado largo. Acortalo y volvé a intentarlo.'],
  expectation: [417, 'No pudimos leer el pedido. Revisá los datos y volvé a intentarlo.'],
  unsupported_media: [415, 'El formato del pedido no es válido.'],
  too_many: [429, 'Hiciste demasiados intentos. Esperá unos minutos y volvé a probar.'],
  challenge_required: [429, 'Estamos verificando tu consulta. Volvé a intentarlo en unos segundos.'],
  internal: [500, 'Tuvimos un problema. Volvé a intentarlo en unos minutos.'],
  unavailable: [503, 'Tuvimos un problema. Volvé a intentarlo en unos minutos.'],

  key_reused: [422, 'La clave de este pedido ya se usó con otros datos.'],
  key_in_flight: [409, 'Ya estamos procesando tu pedido. Esperá un momento y volvé a intentarlo.'],

  credentials: [401, 'El mail o la contraseña no son correctos.'],
  account_held: [403, 'Por ahora no podés ingresar a tu cuenta. Escribinos desde Ayuda y lo vemos con vos.'],
  link_invalid: [401, 'El link no es válido o ya venció. Pedí uno nuevo.'],
  social_commercial_offer: [422, 'No podes iniciar sesión si no te registraste antes.'],
  account_create_exception: [422, 'No podes iniciar sesión si no te registraste antes.'],
  social_token: [401, 'Ha ocurrido un error al iniciar sesión, por favor intente nuevamente más tarde.'],
  social_unproved: [403, 'Ya hay una cuenta con ese mail. Ingresá con tu mail o con tu celular.'],
  password_wrong: [422, 'La contraseña no es correcta.'],
  proof_code: [422, 'El código no es correcto o ya venció. Revisalo o pedí otro.'],
  password_weak: [422, 'Elegí una contraseña menos común.'],
  password_breached: [
    422,
    'Esa contraseña apareció en una filtración de datos de otro sitio. Elegí otra, que no uses en ningún lado.',
  ],
  password_mismatch: [422, 'Las contraseñas deben coincidir.'],
  user_exists: [
    409,
    'El correo y/o DNI ya se encuentran registrados. Hace clic en INGRESAR AQUÍ para poder completar tu solicitud. Si tu documento está en una cuenta que no es tuya, pedilo con tu mail: te mandamos un link, validás tu celular y tus fotos, y pasa a ser tuyo.',
  ],
  document_has_loan: [
    409,
    'La cuenta que tiene este documento tuvo un préstamo: el documento no se pasa. Revisá el caso con Riesgo.',
  ],

  promise_open: [409, 'Ya hay una promesa de pago abierta.'],
  promise_day: [422, 'Elegí un día de los próximos 15.'],
  promise_amount: [422, 'El monto tiene que ser mayor que cero y no pasar de lo que vas a deber ese día.'],
  promise_extension: [409, 'Esta promesa ya no se puede extender a ese día.'],
  promise_missing: [422, 'Cargá el monto y el día de la promesa.'],
  contact_refused: [
    409,
    'Ahora no se puede contactar a esta persona por su deuda. El motivo está en su caso de Cobranzas.',
  ],
  hardship_used: [409, 'Ya usaste tus días sin contacto de este año.'],

  offer_none: [409, 'lo sentimos, pero no tenemos una oferta disponible para tu perfil'],
  offer_held: [
    409,
    'Por ahora no podemos ofrecerte un préstamo. Si querés saber más, escribinos desde Ayuda.',
  ],
  offer_expired: [409, 'Tu oferta venció. Elegí de nuevo tu préstamo.'],
  offer_unknown: [422, 'La oferta elegida no es válida. Elegí de nuevo tu préstamo.'],
  amount_too_low: [422, 'Ingresá un monto mayor'],
  amount_too_high: [422, 'Ingresá un monto menor'],
  amount_step: [422, 'Ingresá un monto en miles.'],
  membership_price: [
    409,
    'El precio de la membresía cambió. Revisalo y confirmá de nuevo: no te cobramos nada.',
  ],
  instalments_unknown: [422, 'La cantidad de cuotas elegida no está disponible.'],
  contact_changed: [
    409,
    'Hace poco cambiamos cómo te contactamos. Por seguridad, los préstamos y las cuentas nuevas esperan unos días.',
  ],
  active_loan: [409, 'Ya tenés un préstamo activo.'],
  verification_missing: [409, 'Por favor, completa todos los campos para avanzar.'],
  account_unknown: [422, 'Elegí la cuenta donde querés recibir el préstamo.'],
  delivery_type: [422, 'Por favor, seleccione como quiere recibir el dinero.'],
  delivery_point: [422, 'Elegí el punto donde querés retirar el dinero.'],
  loan_state: [409, 'Tu préstamo ya no se puede modificar.'],

  image_type: [
    422,
    'El archivo no es una imagen válida. Subí una foto JPG, PNG o WEBP. Si es HEIC, de un iPhone, sacala de nuevo desde acá o guardala como JPG.',
  ],
  image_size: [
    413,
    'La imagen tiene más puntos de los que saca la cámara de un celular. Sacá la foto con la cámara y subila en JPG.',
  ],
  image_small: [
    422,
    'La foto es demasiado chica para que se lea. Sacala con la cámara, con el documento entero y de cerca.',
  ],
  image_quota: [429, 'Subiste demasiadas fotos por hoy. Volvé a intentarlo mañana.'],
  bank_account_duplicate: [409, 'La cuenta bancaria ya fue registrada anteriormente.'],
  bank_account_holder: [422, 'La cuenta tiene que estar a tu nombre.'],
  bank_account_in_use: [409, 'La cuenta está en uso en un préstamo y no se puede borrar.'],
  card_type: [422, 'No se pudo detectar el tipo de tarjeta.'],
  card_declined: [422, FORM_MESSAGES.cardDeclined],
  phone_code: [422, 'El código ingresado es incorrecto / Por favor volvé a intentarlo.'],
  phone_code_spent: [429, 'Hiciste demasiados intentos. Esperá unos minutos y volvé a probar.'],
  feedback_reason: [422, 'Elegí un motivo para continuar.'],

  payment_total: [422, 'El total cambió. Actualizá la página y volvé a elegir las cuotas.'],
  payment_instalment: [
    409,
    'Alguna de las cuotas elegidas ya no se puede pagar. Actualizá la página y volvé a elegir.',
  ],
  payment_credit: [409, 'Tu saldo a favor paga estas cuotas el día que vencen: no tenés que pagarlas.'],
  payment_method: [422, 'El medio de pago elegido no está disponible.'],
  payment_amount: [
    422,
    'El total es demasiado alto para este medio de pago. Elegí menos cuotas u otro medio.',
  ],
  payment_closed: [409, 'Este pago ya no está vigente. Volvé a tu estado de cuenta para generar otro.'],
  payment_in_progress: [
    409,
    'Estamos procesando tu pago. Esperá unos minutos y consultá tu estado de cuenta.',
  ],
  prepayment_amount: [422, 'El monto no sirve para adelantar pagos. Elegí otro dentro de los límites.'],
  signature: [401, 'La firma de la notificación no es válida.'],
  debtfree_unavailable: [409, 'No es posible emitir el libre deuda porque todavía hay cuotas pendientes.'],
  referral_profile: [404, 'No pudimos encontrar el perfil de usuario'],

  permission: [403, 'Tu rol no permite hacer esto.'],
  country_forbidden: [403, 'No tenés permiso para ese país.'],
  version_missing: [428, 'Falta la versión que estabas mirando. Actualizá la página y volvé a intentarlo.'],
  changed_meanwhile: [409, 'Alguien cambió esto mientras lo mirabas. Actualizá la página y revisalo.'],
  own_request: [403, 'Lo que pediste lo tiene que aprobar otra persona.'],
  own_account: [403, 'No podés cambiar tu propio acceso.'],
  own_record: [403, 'Es tu propia ficha: la tiene que atender otra persona.'],
  approval_state: [409, 'Este pedido ya se resolvió.'],
  approval_expired: [409, 'Este pedido venció. Hay que pedirlo de nuevo.'],
  approval_amount: [422, 'Para aprobarlo escribí el importe, igual al del pedido.'],
  already_asked: [
    409,
    'Ya hay un pedido sobre esto que espera a otra persona. Se puede decidir de nuevo cuando se apruebe, se rechace o se retire.',
  ],
  settlement_untried: [
    409,
    'Todavía se están probando las líneas de esta rendición. Mirá qué haría cada una y aprobala después.',
  ],
  roles_incompatible: [409, 'Estos roles no los puede tener una misma persona.'],
  last_approvers: [409, 'Tienen que quedar al menos dos personas que puedan aprobar accesos.'],
  staff_exists: [409, 'Ya hay una persona del equipo con ese mail.'],
  staff_unknown: [403, 'Tu cuenta no tiene acceso a la consola. Pedile a un administrador que te invite.'],
  staff_sign_in: [401, 'No pudimos confirmar tu ingreso. Volvé a empezar.'],
  step_up: [403, 'Confirmá que sos vos con tu llave de acceso.'],
  passkey_refused: [403, 'No pudimos confirmar la llave de acceso. Volvé a intentarlo.'],
  passkeys_missing: [403, 'Antes de seguir tenés que agregar tus llaves de acceso.'],
  passkeys_least: [409, 'No podés quitar esta llave: te quedarías sin las que hacen falta para entrar.'],
  enrolment_link: [410, 'Este link ya se usó o venció. Pedile otro a un administrador.'],
  personal_data_budget: [
    429,
    'Hoy ya viste los datos de todas las personas que se pueden ver en un día. Mañana podés seguir; Compliance lo ve en su Inicio.',
  ],
  daily_limit: [
    429,
    'Llegaste al límite de hoy para esta acción. Pedile a otra persona del equipo que siga.',
  ],
  customer_closed: [409, 'La cuenta de esta persona está cerrada: ya no se puede cambiar ni escribirle.'],
  phone_unproved: [409, 'Nadie validó ese celular con un código: mandale el link por mail.'],
  customer_held: [409, 'Un bloqueo de esta persona impide mandarle esto. Mirá los bloqueos en su ficha.'],
  hold_exists: [409, 'Ya hay un bloqueo por este motivo. Actualizá la página y revisalo.'],
  match_state: [409, 'Esta coincidencia ya se decidió o terminó. Actualizá la página y revisala.'],
  hold_state: [409, 'Este bloqueo ya terminó. Actualizá la página y revisalo.'],
  hold_loan: [422, 'Elegí un préstamo de esta persona.'],
  hold_day: [422, 'El último día tiene que ser desde mañana, y de un motivo que pueda terminar solo.'],
  nothing_changes: [409, 'Ya está así: no hay nada para cambiar.'],
  nothing_to_pay: [409, 'Esta persona no tiene nada para pagar hoy.'],
  two_people: [409, 'Descartar esto puede mover dinero: lo tiene que aprobar otra persona.'],
  day_done: [409, 'Esa tarea ya terminó hoy en ese país.'],
  day_under_way: [409, 'Esa tarea está corriendo en este momento.'],
  day_not_yet: [409, 'Esa tarea no puede empezar ahora: falta otra antes, o está fuera de su horario.'],
  email_taken: [409, 'Ese mail ya es de otra persona en el mismo país.'],
  roles_elsewhere: [409, 'Los roles de esta persona vienen de los grupos del proveedor de identidad.'],

  ticket_closed: [
    409,
    'Este reclamo se cerró hace más de 30 días. Si todavía necesitás ayuda, escribinos uno nuevo.',
  ],
  ticket_merged: [409, 'Este reclamo sigue en otro. Respondé ahí.'],
  ticket_file_type: [422, 'El archivo tiene que ser una foto (JPG, PNG o WEBP) o un PDF.'],
  ticket_files: [409, 'No se pueden adjuntar más archivos en este ticket.'],
  ticket_request: [
    409,
    'Detrás de este ticket hay una solicitud sin decidir. Decidila en Solicitudes y se cierra sola.',
  ],
  ticket_state: [409, 'El ticket ya está así. Actualizá la página.'],
  ticket_person: [422, 'Esa persona no puede atender tickets de este país.'],
  ticket_link: [422, 'Ese préstamo o pago no es de quien escribió.'],
  ticket_merge: [
    409,
    'Sólo se juntan dos tickets abiertos de la misma persona, y ninguno que ya tenga otros adentro o siga en otro.',
  ],
  ticket_unreachable: [
    409,
    'Ya no hay a quién responderle: sus datos fueron suprimidos o nunca dejó un mail.',
  ],
  pay_out_state: [409, 'Este envío ya no está en ese estado. Actualizá la página y revisalo.'],
  pay_out_ask_first: [
    409,
    'Primero preguntale al proveedor: hace falta una respuesta suya de los últimos 30 minutos.',
  ],
  pay_out_in_progress: [
    409,
    'El proveedor todavía puede pagarlo: su última respuesta es que está en curso, o no contestó. No se puede resolver como no pagado hasta que diga que no se pagó.',
  ],
  pay_out_contradicted: [
    409,
    'El proveedor dice que pagó otro préstamo de esta persona, que figura como no pagado. Primero resolvé esa contradicción en Operación.',
  ],
  pay_out_leaving: [
    409,
    'La orden todavía no salió en un archivo: esperá a que salga y el proveedor responda.',
  ],
  request_impossible: [409, 'Hoy no se puede hacer lo que pide.'],

  evidence_type: [422, 'El comprobante tiene que ser un PDF, un JPG o un PNG.'],
  evidence_missing: [422, 'Adjuntá el comprobante.'],
  reference_used: [409, 'Ese número de operación ya está registrado: no se carga dos veces.'],
  money_loan: [409, 'Ese préstamo no puede recibir este dinero: nunca se entregó, o es de otro país.'],
  money_short: [409, 'Este dinero ya salió dos veces: no queda nada para aplicar ni devolver.'],
  money_source: [422, 'Elegí una red o banco del país.'],
  money_day: [
    422,
    'La fecha del pago tiene que ser de hoy o de antes, y posterior a la entrega del préstamo.',
  ],
  waiver_too_much: [409, 'El préstamo no debía tanto ese día. Actualizá la página y revisalo.'],
  invoice_state: [409, 'Ya no está así: actualizá la página y miralo de nuevo.'],
  invoice_document: [422, 'Ese número de documento no es válido.'],
  write_off_state: [
    409,
    'Solo se castiga un préstamo en curso con capital por cobrar, una vez; y solo se deshace el castigo que está vigente.',
  ],
  write_off_early: [409, 'Todavía no tiene tantos días de atraso como para castigarlo.'],
  write_off_recovered: [409, 'De este préstamo castigado ya se recuperó dinero: el castigo no se deshace.'],
  change_not_in_force: [409, 'Este préstamo no está vigente: ya no se puede cambiar.'],
  change_not_delivered: [409, 'El dinero de este préstamo todavía no llegó: no se puede cambiar.'],
  change_withdrawn: [
    409,
    'Este préstamo está en arrepentimiento: lo único que falta es devolver el dinero, y no se puede cambiar.',
  ],
  change_nothing_owed: [409, 'Este préstamo no debe nada: no hay nada que cambiar.'],
  change_already: [409, 'Eso ya está registrado en este préstamo.'],
  change_undone: [409, 'Ese cambio ya se deshizo.'],
  change_other: [409, 'El préstamo cambió desde que se calculó. Mirá los importes nuevos y volvé a aceptar.'],
  pause_days: [422, 'La pausa empieza mañana o después, termina ese día o más tarde, y dura hasta 90 días.'],
  settlement_amount: [422, 'La oferta tiene que ser menor que lo que cuesta cancelar el préstamo hoy.'],
  settlement_until: [422, 'El último día de la oferta es de hoy a 90 días.'],
  settlement_over: [409, 'Esta oferta ya no está vigente.'],
  plan_terms: [
    422,
    'Revisá el plan: la primera cuota vence dentro de los 45 días y la tasa no puede ser mayor que la del préstamo.',
  ],
  plan_over: [409, 'Este plan ya no está vigente.'],
  due_day_overdue: [409, 'Tenés algo vencido: pagalo primero, y después podés cambiar el día.'],
  due_day_recent: [409, 'Ya cambiaste el día de vencimiento en los últimos 12 meses.'],
  due_day_same: [422, 'Tus cuotas ya vencen ese día. Elegí otro.'],
  refund_too_much: [409, 'El préstamo no tiene tanto saldo a favor.'],
  refund_payment_open: [
    409,
    'Hay un pago en curso que cuenta con ese saldo. Esperá a que entre o venza, o que la persona lo anule.',
  ],
  refund_contact_changed: [
    409,
    'Hace poco se corrigió el mail o el celular de esta persona. Las devoluciones esperan unos días.',
  ],
  refund_under_way: [409, 'Ya hay una devolución de este préstamo en curso.'],
  refund_contradicted: [
    409,
    'El banco dice que una devolución de este préstamo que se dio por no pagada sí salió. Hay que registrarla antes de devolver de nuevo.',
  ],
  refund_account: [422, 'Elegí una cuenta propia de la persona.'],
  settlement_file: [422, 'No pudimos leer la rendición.'],
  price_list_name: [409, 'Ya hay una lista de precios con ese nombre en el país.'],
  price_list_day: [422, 'El día tiene que ser hoy o más adelante, y no antes del día en que la lista rige.'],
  price_list_faults: [422, 'La lista tiene errores. Corregilos y guardala de nuevo.'],
  price_list_only: [
    409,
    'Desde ese día el país no tendría ninguna lista vigente. Activá otra antes de terminar ésta.',
  ],
  dated_values_over: [
    409,
    'El día de estos valores ya empezó: hay que cargarlos desde mañana o más adelante.',
  ],
  close_blocked: [409, 'Algo impide el cierre. Actualizá la página y mirá qué falta.'],
  close_state: [409, 'Este mes no está en condiciones para eso. Actualizá la página.'],
  data_unconfirmed: [409, 'Falta que dos personas confirmen estos datos, en Valores por fecha.'],
  price_list_over: [409, 'Esta lista ya terminó o la reemplazó otra: no hay nada para terminar.'],
  view_name: [409, 'Ya tenés una vista con ese nombre en esta lista.'],
  view_limit: [409, 'Ya tenés 20 vistas de esta lista. Borrá una para guardar otra.'],
  view_filters: [422, 'Alguno de los filtros no es de esta lista o no sirve. Elegilos de nuevo y guardá.'],
  collection_taken: [409, 'Otra persona del equipo está trabajando este caso. Seguí con el próximo.'],
  collection_not_overdue: [409, 'Esta persona no tiene nada vencido: no se la contacta por su deuda.'],
  collection_person: [422, 'Esa persona no puede atender casos de Cobranzas de este país.'],
  collection_day: [422, 'Elegí un día desde hoy y de los próximos 90.'],
  collection_number: [409, 'Esta persona no tiene un celular cargado.'],
  contact_result: [409, 'Esta llamada ya tiene resultado, o la hizo otra persona. Actualizá la página.'],
  identity_taken: [409, 'Otra persona del equipo está mirando estas fotos. Seguí con la próxima.'],
  identity_state: [409, 'Estas fotos ya no esperan una decisión. Seguí con la próxima.'],
  exception_taken: [409, 'Otra persona del equipo está mirando esta solicitud. Seguí con la próxima.'],
  exception_state: [409, 'Esta solicitud ya no espera una decisión. Seguí con la próxima.'],
  exception_amount: [
    422,
    'El importe tiene que estar dentro de la lista de precios, en sus pasos, y no pasar el máximo de esta decisión.',
  ],
  rules_name: [409, 'Ya hay reglas de crédito con ese nombre en el país.'],
  rules_day: [422, 'El día tiene que ser hoy o más adelante, y no antes del día en que las reglas rigen.'],
  rules_faults: [422, 'Las reglas tienen errores. Corregilos y guardalas de nuevo.'],
  rules_only: [
    409,
    'Desde ese día el país no tendría reglas vigentes. Activá otras antes de terminar éstas.',
  ],
  rules_over: [409, 'Estas reglas ya terminaron o las reemplazaron otras: no hay nada para terminar.'],
  rules_challenger: [409, 'Ya hay unas reglas a prueba en el país. Terminalas antes de probar otras.'],

  feed_after: [
    410,
    'No tenemos ese aviso: es de hace más de 90 días o de otro. Empezá de nuevo sin `after`.',
  ],
  partner_exists: [409, 'Ya hay un socio con ese código en el país.'],
  partner_keys: [409, 'Este socio ya tiene dos claves vigentes. Revocá una antes de pedir otra.'],
  partner_webhooks: [409, 'Este socio ya tiene diez webhooks. Cambiá uno de los que tiene.'],
  partner_key_days: [422, 'La clave puede durar entre 1 y 366 días.'],
  partner_key_scopes: [422, 'Un sistema propio no manda personas: elegí solo los permisos que le sirven.'],
  partner_key_state: [409, 'Esta clave ya se entregó o ya no sirve. Actualizá la página.'],
  partner_key_owner: [403, 'La clave la retira la persona que la pidió.'],
  webhook_url: [
    422,
    'La dirección tiene que ser https, sin usuario ni contraseña, y no puede ser de una red interna.',
  ],
  webhook_types: [422, 'Elegí avisos de los que recibe este socio.'],
  webhook_state: [409, 'Este aviso todavía se está mandando. Esperá el resultado.'],

  cancellation_in_process: [422, 'Tu solicitud está en proceso. Nos comunicaremos en breve.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type FailureCode = keyof typeof failures;

/** Longest wait, in minutes, that the sentences' 'unos minutos' still describes. */
const someMinutes = 10;

/** Longest wait that is named in minutes; longer ones are hours. */
const minutesNamed = 120;

/** Spanish sentence of a failure, which names the time to wait if it exceeds {@link someMinutes}. */
export function failureSentence(code: FailureCode, waitSeconds = 0): string {
  const sentence: string = failures[code][1];
  const minutes = Math.ceil(waitSeconds / 60);
  if (minutes <= someMinutes) return sentence;
  const wait = minutes <= minutesNamed ? `${minutes} minutos` : `${Math.ceil(minutes / 60)} horas`;
  return sentence.replace('unos minutos', wait);
}
