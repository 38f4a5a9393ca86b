import type { Locale } from '../../../src/ledger/tables/stores.ts'

/** What the connection test says of each part, to the shop's people. */
export interface TestTexts {
  gateway: string
  keyRefused: string
  gatewayAway: string
  restApi: string
  pluginRoute: string
  otherSite: (known: string) => string
  webhooks: string
  savedCards: string
  savedCardsOff: string
}

export const TEST_TEXTS: Record<Locale, TestTexts> = {
  es: {
    gateway: 'La pasarela acepta la clave secreta.',
    keyRefused:
      'La pasarela no acepta la clave secreta: conecte la tienda de nuevo con la vigente.',
    gatewayAway: 'La pasarela no respondió; inténtelo de nuevo en un momento.',
    restApi: 'Puente puede leer los pedidos y escribir en ellos.',
    pluginRoute: 'Puente llega al plugin, y el plugin lo reconoce.',
    otherSite: (known) =>
      `La conexión es de ${known}. Si este sitio es una copia, desconéctelo aquí y conéctelo como tienda propia.`,
    webhooks: 'La tienda avisa a Puente cuando cambia un pedido.',
    savedCards: 'La pasarela guarda y cobra tarjetas de esta tienda.',
    savedCardsOff: 'La cuenta no tiene tarjetas guardadas (modalidad 3A): pídalas a la pasarela.',
  },
  en: {
    gateway: 'The gateway accepts the secret key.',
    keyRefused:
      'The gateway does not accept the secret key: connect the shop anew with the current one.',
    gatewayAway: 'The gateway did not answer; try again in a moment.',
    restApi: 'Puente can read the orders and write to them.',
    pluginRoute: 'Puente reaches the plugin, and the plugin knows it.',
    otherSite: (known) =>
      `The connection is that of ${known}. If this site is a copy, disconnect it here and connect it as a shop of its own.`,
    webhooks: 'The store tells Puente when an order changes.',
    savedCards: 'The gateway keeps and charges cards of this shop.',
    savedCardsOff: 'The account has no saved cards (mode 3A): ask the gateway for them.',
  },
}
