import { textsBeside } from '../../app/language.tsx'
import { policyEn, policyEs } from './policy-texts.ts'

const en = {
  store: {
    name: 'Store',
    disabled: 'Disabled',
    connected: 'connected',
    parts: 'Parts of this page',
  },
  policy: policyEn,
  webhooks: {
    title: "The gateway's events",
    lastEvent: 'The last event was accepted',
    noEvent: 'No event has been accepted so far.',
    refused: (count: number) =>
      count === 1
        ? 'One delivery of the last 24 hours was refused: its signature does not fit.'
        : `${count} deliveries of the last 24 hours were refused: their signatures do not fit.`,
    address: 'Webhook address',
    addressHint:
      "Register it in the gateway's portal, in the environment of this store. The portal then shows the signing secret.",
    secret: 'Signing secret',
    secretHint: "Paste what the gateway's portal shows. The one before goes on working for a day.",
    saveSecret: 'Save the secret',
    secretSaved: 'Saved. The next event shows whether it fits.',
    previous: 'The secret before is accepted until',
  },
  gateway: {
    title: 'Keys of the gateway',
    about: (environment: string) =>
      `This store takes payments in one environment: ${environment}. For the other one, connect a second store.`,
    secretKey: 'New secret key',
    secretKeyHint:
      'Nobody can read the one that is kept. The gateway is asked about a new one first.',
    publishableKey: 'New publishable key',
    publishableKeyHint:
      'Only for cards that are typed in on a page of yours or of Puente. Empty: it stays as it is.',
    save: 'Save the keys',
    saved: 'The gateway knows these keys; they are saved.',
  },
  addresses: {
    title: 'Name and addresses',
    titleOfPlatform: 'Name and language',
    name: 'Name',
    language: 'Language',
    languageHint: 'In which customers read their pages, unless their order says otherwise.',
    notify: 'Notify address',
    notifyHint: 'Where your shop hears that an order was paid or refunded. Empty: nowhere.',
    orders: 'Orders address',
    ordersHint:
      'Where your shop says how its orders stand, for the nightly comparison. Empty: it is not asked.',
  },
  notify: {
    title: 'Notify secret',
    about: 'Your shop verifies by it that a message comes from Puente.',
    rotate: 'Make a new one',
    rotateTitle: 'Make a new notify secret?',
    rotateText:
      'For a day messages are signed with both, so that your shop can change over at any time. After that only the new one counts.',
    overlap: (until: string) =>
      `Messages are signed with the secret before as well, until ${until}.`,
  },
  keys: {
    title: 'API keys',
    make: 'Make a key',
    makeTitle: 'A new API key',
    makeIt: 'Make the key',
    none: 'No key is in force: the shop cannot call Puente.',
    showEnded: 'Show those that have ended, too',
    name: 'Name',
    nameHint: 'Who or what uses it, such as “counter”',
    may: 'It may',
    scopes: {
      read: { name: 'read', about: 'Look at orders, payments and refunds' },
      checkout: { name: 'take payments', about: 'Make orders payable, cancel them, notify again' },
      refund: { name: 'refund', about: 'Refund what was paid' },
      admin: { name: 'administer', about: 'Change settings and see what is under the hood' },
    },
    limit: 'Largest refund',
    dayLimit: 'Refunds in a day',
    noLimit: 'No limit',
    currency: 'Currency of the largest refund',
    lastDay: 'Last day',
    lastDayHint: 'Empty: until it is revoked.',
    lastUsed: 'Last used',
    never: 'Never',
    ends: 'Ends',
    made: 'Made',
    rotate: 'Rotate',
    overlap: (until: string) => `The key before works until ${until}.`,
    revoke: 'Revoke',
    revoked: 'The key is revoked.',
    revokeTitle: (name: string) => `Revoke the key “${name}”?`,
    revokeUsed: (at: string) =>
      `It was used last on ${at}. Whoever calls with it is refused at once, and it cannot be brought back.`,
    revokeUnused: 'It was never used. It cannot be brought back.',
    states: { expired: 'Expired', revoked: 'Revoked' },
  },
  ending: {
    title: 'Disable the store',
    titleDisabled: 'The store is disabled',
    follows:
      'While it is disabled, its API calls are refused and its pay links take no payment. What is under way goes on: payments are confirmed and refunds are made.',
    since: 'Disabled',
    isDisabled: 'Its API calls are refused and its pay links take no payment.',
    question: (name: string) => `Disable “${name}”?`,
    disable: 'Disable',
    disabled: 'The store is disabled.',
    enable: 'Enable the store',
    enabled: 'The store takes payments again.',
  },
}

const es: typeof en = {
  store: {
    name: 'Comercio',
    disabled: 'Desactivado',
    connected: 'conectado',
    parts: 'Partes de esta página',
  },
  policy: policyEs,
  webhooks: {
    title: 'Eventos de la pasarela',
    lastEvent: 'El último evento se aceptó',
    noEvent: 'Todavía no se ha aceptado ningún evento.',
    refused: (count) =>
      count === 1
        ? 'Una entrega de las últimas 24 horas se rechazó: su firma no corresponde.'
        : `${count} entregas de las últimas 24 horas se rechazaron: sus firmas no corresponden.`,
    address: 'Dirección del webhook',
    addressHint:
      'Regístrela en el portal de la pasarela, en el entorno de este comercio. El portal muestra entonces el secreto de firma.',
    secret: 'Secreto de firma',
    secretHint:
      'Pegue lo que muestra el portal de la pasarela. El anterior sigue valiendo durante un día.',
    saveSecret: 'Guardar el secreto',
    secretSaved: 'Guardado. El próximo evento muestra si corresponde.',
    previous: 'El secreto anterior se acepta hasta el',
  },
  gateway: {
    title: 'Claves de la pasarela',
    about: (environment) =>
      `Este comercio cobra en un solo entorno: ${environment}. Para el otro, conecte un segundo comercio.`,
    secretKey: 'Nueva clave secreta',
    secretKeyHint:
      'Nadie puede leer la que está guardada. Por una nueva se pregunta primero a la pasarela.',
    publishableKey: 'Nueva clave publicable',
    publishableKeyHint:
      'Solo para tarjetas que se escriben en una página suya o de Puente. Vacía: se queda como está.',
    save: 'Guardar las claves',
    saved: 'La pasarela conoce estas claves; están guardadas.',
  },
  addresses: {
    title: 'Nombre y direcciones',
    titleOfPlatform: 'Nombre e idioma',
    name: 'Nombre',
    language: 'Idioma',
    languageHint: 'En el que los clientes leen sus páginas, si su pedido no dice otro.',
    notify: 'Dirección de avisos',
    notifyHint:
      'Donde su tienda se entera de que un pedido se pagó o se reembolsó. Vacía: en ninguna.',
    orders: 'Dirección de pedidos',
    ordersHint:
      'Donde su tienda dice cómo están sus pedidos, para la comparación nocturna. Vacía: no se le pregunta.',
  },
  notify: {
    title: 'Secreto de avisos',
    about: 'Con él su tienda comprueba que un mensaje viene de Puente.',
    rotate: 'Crear uno nuevo',
    rotateTitle: '¿Crear un secreto de avisos nuevo?',
    rotateText:
      'Durante un día los mensajes se firman con los dos, para que su tienda cambie en cualquier momento. Después solo vale el nuevo.',
    overlap: (until) => `Los mensajes se firman también con el secreto anterior hasta el ${until}.`,
  },
  keys: {
    title: 'Claves de la API',
    make: 'Crear una clave',
    makeTitle: 'Una clave nueva de la API',
    makeIt: 'Crear la clave',
    none: 'Ninguna clave está vigente: la tienda no puede llamar a Puente.',
    showEnded: 'Mostrar también las que terminaron',
    name: 'Nombre',
    nameHint: 'Quién o qué la usa, como «mostrador»',
    may: 'Puede',
    scopes: {
      read: { name: 'leer', about: 'Ver pedidos, pagos y reembolsos' },
      checkout: {
        name: 'cobrar',
        about: 'Preparar pedidos para pago, cancelarlos, avisar de nuevo',
      },
      refund: { name: 'reembolsar', about: 'Reembolsar lo pagado' },
      admin: { name: 'administrar', about: 'Cambiar ajustes y ver el funcionamiento interno' },
    },
    limit: 'Reembolso máximo',
    dayLimit: 'Reembolsos en un día',
    noLimit: 'Sin límite',
    currency: 'Moneda del reembolso máximo',
    lastDay: 'Último día',
    lastDayHint: 'Vacío: hasta que se revoque.',
    lastUsed: 'Último uso',
    never: 'Nunca',
    ends: 'Termina',
    made: 'Creada',
    rotate: 'Renovar',
    overlap: (until) => `La clave anterior funciona hasta el ${until}.`,
    revoke: 'Revocar',
    revoked: 'La clave está revocada.',
    revokeTitle: (name) => `¿Revocar la clave «${name}»?`,
    revokeUsed: (at) =>
      `Se usó por última vez el ${at}. A quien llame con ella se le rechaza de inmediato, y no se puede recuperar.`,
    revokeUnused: 'Nunca se usó. No se puede recuperar.',
    states: { expired: 'Vencida', revoked: 'Revocada' },
  },
  ending: {
    title: 'Desactivar el comercio',
    titleDisabled: 'El comercio está desactivado',
    follows:
      'Mientras esté desactivado, sus llamadas a la API se rechazan y sus enlaces de pago no cobran. Lo que está en curso sigue: los pagos se confirman y los reembolsos se hacen.',
    since: 'Desactivado',
    isDisabled: 'Sus llamadas a la API se rechazan y sus enlaces de pago no cobran.',
    question: (name) => `¿Desactivar «${name}»?`,
    disable: 'Desactivar',
    disabled: 'El comercio está desactivado.',
    enable: 'Activar el comercio',
    enabled: 'El comercio cobra de nuevo.',
  },
}

export const useTexts = textsBeside({ en, es })
