import type { Language } from '../../adapter.ts'
import type { Distribution, RefusedShop } from './distribution.ts'

interface WayText {
  title: string
  needs: readonly string[]
  next: string
}

export interface WaysTexts {
  title: string
  why: string
  ways: Record<Distribution, WayText>
  isSetUp: string
  install: string
  refusals: Record<RefusedShop, { title: string; message: string }>
  seeWays: string
}

export const setupsTexts: Record<Language, WaysTexts> = {
  es: {
    title: '¿Cuál es su caso?',
    why: 'Shopify decide para quién puede ser una aplicación que registra pagos hechos fuera de su checkout: no la admite en su App Store (requisito 1.1.2). Elija lo suyo.',
    ways: {
      'one-shop': {
        title: 'Una tienda',
        needs: [
          'Una aplicación propia de la tienda, creada en el Dev Dashboard de Shopify. Shopify no la revisa.',
          'El permiso de desarrollar aplicaciones en esa tienda.',
          'Su cuenta en la pasarela de pago: las claves y el portal.',
        ],
        next: 'Quien administra este Puente escribe la configuración de la aplicación, lee cada clic y comprueba las credenciales con un comando. Varias tiendas sueltas son un archivo y un comando por tienda (docs/shopify.md).',
      },
      organisation: {
        title: 'Las tiendas de mi organización',
        needs: [
          'Una organización con Shopify Plus, y las tiendas dentro de ella.',
          'Una aplicación con distribución personalizada a esa organización. Esa elección no se puede cambiar después.',
          'Su cuenta en la pasarela de pago: las claves y el portal.',
        ],
        next: 'Quien administra este Puente pone las credenciales de la aplicación en sus ajustes; después cada tienda abre el enlace de instalación que muestra el Dev Dashboard y escribe sus claves en la página de la aplicación.',
      },
      'payments-partner': {
        title: 'Socio de pagos',
        needs: [
          'Muchos comercios, de organizaciones distintas.',
          'Ser socio de pagos de Shopify, con una aplicación de pagos aprobada.',
          'Un proxy que compruebe el certificado de Shopify (mTLS).',
        ],
        next: 'El comprador paga dentro del checkout de Shopify. Cómo se prepara está en docs/shopify.md, “Payment sessions”.',
      },
    },
    isSetUp: 'Este Puente está preparado para esto.',
    install: 'Instalar la aplicación',
    refusals: {
      second_shop: {
        title: 'Esta aplicación es de otra tienda',
        message:
          'Shopify deja que una aplicación de este tipo sirva a una sola tienda, y la de este Puente ya tiene la suya. Dele a esta tienda una aplicación propia. Si la tienda se mudó, quite primero la aplicación en la anterior.',
      },
      not_plus: {
        title: 'Esta tienda no tiene Shopify Plus',
        message:
          'Shopify deja que una aplicación de este tipo sirva a varias tiendas solo dentro de una organización con Plus. Dele a esta tienda una aplicación propia.',
      },
    },
    seeWays: 'Ver las formas de conectar',
  },
  en: {
    title: 'Which way is yours?',
    why: 'Shopify decides whom an app may serve that registers payments made outside of its checkout: it does not list such apps in its App Store (requirement 1.1.2). Choose what is yours.',
    ways: {
      'one-shop': {
        title: 'One shop',
        needs: [
          'An app of the shop’s own, made in Shopify’s Dev Dashboard. Shopify does not review it.',
          'The permission to develop apps in that shop.',
          'Your account at the payment gateway: its keys and its portal.',
        ],
        next: 'Whoever runs this Puente writes the app’s settings, reads each click and checks the credentials by one command. Several single shops are one file, and one command each (docs/shopify.md).',
      },
      organisation: {
        title: 'The shops of my organisation',
        needs: [
          'An organisation on Shopify Plus, and the shops within it.',
          'An app with custom distribution to that organisation. The choice cannot be changed later.',
          'Your account at the payment gateway: its keys and its portal.',
        ],
        next: 'Whoever runs this Puente puts the app’s credentials into its settings; then each shop opens the installation link that the Dev Dashboard shows, and types its keys in on the app’s page.',
      },
      'payments-partner': {
        title: 'Payments partner',
        needs: [
          'Many merchants, of different organisations.',
          'To be a payments partner of Shopify’s, with a payments app that it has approved.',
          'A proxy that checks Shopify’s certificate (mTLS).',
        ],
        next: 'The buyer pays within Shopify’s checkout. How it is set up is in docs/shopify.md, “Payment sessions”.',
      },
    },
    isSetUp: 'This Puente is set up for it.',
    install: 'Install the app',
    refusals: {
      second_shop: {
        title: 'This app is for another shop',
        message:
          'Shopify lets an app of this kind serve one shop, and this Puente’s app has its shop. Give this shop an app of its own. If the shop has moved, remove the app from the former one first.',
      },
      not_plus: {
        title: 'This shop is not on Shopify Plus',
        message:
          'Shopify lets an app of this kind serve several shops only within an organisation on Plus. Give this shop an app of its own.',
      },
    },
    seeWays: 'See the ways to connect',
  },
}
