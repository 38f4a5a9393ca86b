import type { Language } from '../../adapter.ts'

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
  /** Instructions after a failed call. */
  fixes: Record<'refused' | 'redirected' | 'basicAuth' | 'noRoute' | 'away' | 'other', string>
}

export const TEST_TEXTS: Record<Language, TestTexts> = {
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
    fixes: {
      refused:
        'El sitio no deja entrar a Puente: permita sus llamadas a /wp-json/ en el cortafuegos o plugin de seguridad; si no hay ninguno, conecte la tienda de nuevo.',
      redirected:
        'El sitio lleva a otra dirección: corríjala en Ajustes → Generales, y conecte la tienda de nuevo.',
      basicAuth:
        'El servidor web del sitio pide usuario y contraseña (autenticación básica): deje pasar /wp-json/ sin ellos, y pruebe otra vez.',
      noRoute:
        'El sitio no tiene esa ruta: active WooCommerce y este plugin, y revise que ningún plugin de seguridad la oculte.',
      away: 'El sitio no responde como debe: revise que esté en línea, sin modo de mantenimiento ni caché delante de /wp-json/, y pruebe otra vez.',
      other:
        'El sitio respondió algo inesperado: actualice WooCommerce y este plugin, y pruebe otra vez.',
    },
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
    fixes: {
      refused:
        'The site does not let Puente in: allow its calls of /wp-json/ in the firewall or security plugin; if there is none, connect the shop anew.',
      redirected:
        'The site redirects to another address: correct it under Settings → General, then connect the shop again.',
      basicAuth:
        'The web server of the site asks for a user name and password (Basic authentication): let /wp-json/ through without them, and test again.',
      noRoute:
        'The site does not have that route: activate WooCommerce and this plugin, and see that no security plugin hides it.',
      away: 'The site does not answer as it should: see that it is online, without maintenance mode or a cache in front of /wp-json/, and test again.',
      other:
        'The site answered something unexpected: update WooCommerce and this plugin, and test again.',
    },
  },
}
