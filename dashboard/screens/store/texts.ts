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
    lastEvent: 'Last event accepted',
    noEvent: 'No event has been accepted so far.',
    refused: (count: number) =>
      count === 1
        ? 'One delivery of the last 24 hours was refused: its signature does not fit.'
        : `${count} deliveries of the last 24 hours were refused: their signatures do not fit.`,
    address: 'Webhook address',
    addressHint:
      "Register it in the gateway's portal, in the environment of this store. The portal then shows the signing secret.",
    secret: 'Signing secret',
    secretHint:
      "Paste the secret that the gateway's portal shows. The previous one keeps working for a day.",
    saveSecret: 'Save the secret',
    secretSaved: 'Saved. The next event confirms whether it is right.',
    previous: 'The previous secret is accepted until',
  },
  gateway: {
    title: 'Keys of the gateway',
    about: (environment: string) =>
      `This store takes payments in one environment: ${environment}. For the other one, connect a second store.`,
    secretKey: 'New secret key',
    secretKeyHint:
      'The saved key cannot be shown. Puente checks a new key with the gateway before it saves it.',
    publishableKey: 'New publishable key',
    publishableKeyHint:
      'Only for card fields on your own page or on Puente’s. Leave empty to keep the current key.',
    save: 'Save the keys',
    saved: 'The gateway knows these keys; they are saved.',
  },
  addresses: {
    title: 'Name and addresses',
    titleOfPlatform: 'Name and language',
    name: 'Name',
    language: 'Language',
    languageHint: 'Language of the customer pages, unless the order names another.',
    notify: 'Notify address',
    notifyHint:
      'Puente notifies this address when an order is paid or refunded. Leave empty for none.',
    orders: 'Orders address',
    ordersHint: 'Puente reads your orders here for the nightly comparison. Leave empty for none.',
  },
  notify: {
    title: 'Notify secret',
    about: 'Your shop uses it to verify that a message comes from Puente.',
    rotate: 'Create a new one',
    rotateTitle: 'Create a new notify secret?',
    rotateText:
      'For one day, Puente signs with both secrets. After that, only the new one is valid.',
    overlap: (until: string) => `Messages are also signed with the previous secret until ${until}.`,
  },
  keys: {
    title: 'API keys',
    make: 'Create a key',
    makeTitle: 'New API key',
    makeIt: 'Create the key',
    none: 'There is no valid key: the shop cannot call Puente.',
    showEnded: 'Show expired and revoked keys',
    name: 'Name',
    nameHint: 'Who or what uses it, such as “counter”',
    may: 'Scopes',
    scopes: {
      read: { name: 'read', about: 'Look at orders, payments and refunds' },
      checkout: { name: 'take payments', about: 'Make orders payable, cancel them, notify again' },
      refund: { name: 'refund', about: 'Refund what was paid' },
      admin: { name: 'administer', about: 'Change settings and secrets, retry tasks' },
    },
    limit: 'Largest refund',
    dayLimit: 'Refunds in a day',
    noLimit: 'No limit',
    currency: 'Currency of the largest refund',
    lastDay: 'Last day',
    lastDayHint: 'Empty: until it is revoked.',
    lastUsed: 'Last used',
    never: 'Never',
    ends: 'Expires',
    made: 'Created',
    rotate: 'Rotate',
    overlap: (until: string) => `The previous key works until ${until}.`,
    revoke: 'Revoke',
    revoked: 'The key is revoked.',
    revokeTitle: (name: string) => `Revoke the key “${name}”?`,
    revokeUsed: (at: string) =>
      `It was last used on ${at}. Calls with it are refused immediately. You cannot undo this.`,
    revokeUnused: 'It was never used. You cannot undo this.',
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
      'La clave guardada no se puede ver. Antes de guardar una nueva, Puente la comprueba con la pasarela.',
    publishableKey: 'Nueva clave publicable',
    publishableKeyHint:
      'Solo para tarjetas que se escriben en una página suya o de Puente. Déjela vacía para conservar la actual.',
    save: 'Guardar las claves',
    saved: 'La pasarela conoce estas claves; están guardadas.',
  },
  addresses: {
    title: 'Nombre y direcciones',
    titleOfPlatform: 'Nombre e idioma',
    name: 'Nombre',
    language: 'Idioma',
    languageHint: 'Idioma de las páginas del cliente, si su pedido no dice otro.',
    notify: 'Dirección de avisos',
    notifyHint:
      'Puente avisa a esta dirección cuando un pedido se paga o se reembolsa. Vacía: no avisa.',
    orders: 'Dirección de pedidos',
    ordersHint: 'Puente lee aquí sus pedidos para la comparación nocturna. Vacía: no los lee.',
  },
  notify: {
    title: 'Secreto de avisos',
    about: 'Con él su tienda comprueba que un mensaje viene de Puente.',
    rotate: 'Crear uno nuevo',
    rotateTitle: '¿Crear un secreto de avisos nuevo?',
    rotateText: 'Durante un día, Puente firma con los dos secretos. Después solo vale el nuevo.',
    overlap: (until) => `Los mensajes se firman también con el secreto anterior hasta el ${until}.`,
  },
  keys: {
    title: 'Claves de la API',
    make: 'Crear una clave',
    makeTitle: 'Una clave nueva de la API',
    makeIt: 'Crear la clave',
    none: 'Ninguna clave está vigente: la tienda no puede llamar a Puente.',
    showEnded: 'Mostrar también las vencidas y revocadas',
    name: 'Nombre',
    nameHint: 'Quién o qué la usa, como «mostrador»',
    may: 'Permisos',
    scopes: {
      read: { name: 'leer', about: 'Ver pedidos, pagos y reembolsos' },
      checkout: {
        name: 'cobrar',
        about: 'Preparar pedidos para pago, cancelarlos, avisar de nuevo',
      },
      refund: { name: 'reembolsar', about: 'Reembolsar lo pagado' },
      admin: { name: 'administrar', about: 'Cambiar ajustes y secretos, reintentar tareas' },
    },
    limit: 'Reembolso máximo',
    dayLimit: 'Reembolsos en un día',
    noLimit: 'Sin límite',
    currency: 'Moneda del reembolso máximo',
    lastDay: 'Último día',
    lastDayHint: 'Vacío: hasta que se revoque.',
    lastUsed: 'Último uso',
    never: 'Nunca',
    ends: 'Vence',
    made: 'Creada',
    rotate: 'Renovar',
    overlap: (until) => `La clave anterior funciona hasta el ${until}.`,
    revoke: 'Revocar',
    revoked: 'La clave está revocada.',
    revokeTitle: (name) => `¿Revocar la clave «${name}»?`,
    revokeUsed: (at) =>
      `Se usó por última vez el ${at}. Las llamadas con ella se rechazan de inmediato. No se puede deshacer.`,
    revokeUnused: 'Nunca se usó. No se puede deshacer.',
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

export const useStoreTexts = textsBeside({ en, es })
