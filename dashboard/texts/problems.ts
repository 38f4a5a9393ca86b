interface Words {
  title: string
  detail?: string
}

/** By code: problems that the operator API answers in English only. */
export const PROBLEMS_IN_SPANISH: Readonly<Record<string, Words>> = {
  event_handled: { title: 'El evento ya se atendió, y se queda como está' },
  gateway_address_wrong: { title: 'En la dirección de la pasarela no responde una pasarela' },
  gateway_key_refused: {
    title: 'La pasarela no acepta la clave secreta de este comercio',
    detail: 'Copie la clave del portal de la pasarela a los ajustes del comercio.',
  },
  gateway_unreachable: {
    title: 'La pasarela no respondió',
    detail: 'Inténtelo de nuevo en un momento.',
  },
  gateway_unreadable: { title: 'Lo que la pasarela dice del pago no se entiende' },
  fresh_sign_in_needed: {
    title: 'Confirme su contraseña',
    detail: 'Inicie sesión de nuevo y repita la acción.',
  },
  has_orders: {
    title: 'Ya hay pedidos',
    detail: 'Los datos de prueba son para una instalación sin pedidos.',
  },
  internal_error: { title: 'Algo salió mal de nuestro lado' },
  invalid_json: { title: 'Lo que se envió no se puede leer' },
  last_owner: {
    title: 'Es el último propietario',
    detail: 'Alguien tiene que quedar a cargo de la organización.',
  },
  member_already: { title: 'Esa persona ya es de la organización' },
  not_allowed: {
    title: 'No tiene permiso para esto',
    detail: 'Pregunte a su administrador de Puente.',
  },
  not_found: { title: 'No existe' },
  not_signed_in: { title: 'Su sesión terminó', detail: 'Inicie sesión de nuevo.' },
  nothing_waits: { title: 'No hay nada en espera que intentar' },
  order_already_paid: { title: 'El pedido ya está pagado' },
  order_cancelled: { title: 'El pedido está cancelado' },
  reconciliation_running: {
    title: 'Ya hay una conciliación en curso en este comercio',
    detail: 'Se hace una a la vez.',
  },
  reconciliation_state: { title: 'En el estado en que está la conciliación no se puede' },
  rotated_too_often: {
    title: 'El secreto se cambió tantas veces que hay que esperar',
    detail: 'Los anteriores siguen firmando durante un día, como se prometió.',
  },
  store_disabled: { title: 'El comercio está desactivado' },
  task_dead: { title: 'La tarea se abandonó: hágala de nuevo' },
  task_done: { title: 'La tarea ya está hecha' },
  task_done_by_replay: { title: 'La tarea ya se hizo al repetirla' },
  task_not_dead: { title: 'La tarea no está abandonada' },
  task_under_way: { title: 'La tarea se está intentando en este momento' },
  too_busy: { title: 'Hay demasiado a la vez', detail: 'Inténtelo de nuevo en un momento.' },
  too_large: { title: 'Es demasiado largo' },
  try_again: {
    title: 'La base de datos no responde en este momento',
    detail: 'Inténtelo de nuevo en un momento.',
  },
  wrong_origin: { title: 'Esto no viene de una página de Puente' },
}
