import type { Locale } from '../../../src/ledger/tables.ts'
import type { ConnectForm, FormProblems } from './connect-form.ts'

type FieldProblem = NonNullable<FormProblems[keyof ConnectForm]>

/** The form that asks for the gateway's keys. */
export interface FormTexts {
  title: string
  /** The site has said that it wants this. */
  intro(host: string): string
  keys: string
  webhook: string
  /** How the webhook is registered, before and after its address. */
  webhookSteps: { environment: string; register: string; copy: string }
  environments: Record<'test' | 'live', string>
  code: string
  restKeys: string
  /** Why they have to be typed in, or when. */
  restKeysNeeded: string
  restKeysInstead: string
  labels: Record<keyof ConnectForm, string>
  hints: Record<keyof ConnectForm, string>
  optional: string
  next: string
  connect: string
  /** What WooCommerce asks on the page after this one. */
  asksNext: string
  problems: Record<keyof ConnectForm, Partial<Record<FieldProblem, string>>>
  formProblems: Record<NonNullable<FormProblems['form']> | 'fields', string>
}

export const formTexts: Record<Locale, FormTexts> = {
  es: {
    title: 'Conectar su tienda',
    intro: (host) =>
      `El plugin de ${host} pidió esta conexión. Faltan las claves de su cuenta en la pasarela de pago.`,
    keys: '1. Claves de la pasarela',
    webhook: '2. Avisos de la pasarela',
    webhookSteps: {
      environment:
        'En el portal de la pasarela, elija el ambiente de su clave: pruebas o producción.',
      register: 'Registre esta dirección para los avisos (webhooks) y guárdela:',
      copy: 'Pegue aquí el secreto de firma que el portal muestra.',
    },
    environments: { test: 'Pruebas', live: 'Producción' },
    code: '3. Permiso para conectar',
    restKeys: 'Claves REST de WooCommerce',
    restKeysNeeded:
      'Este Puente no tiene una dirección https, así que WooCommerce no puede entregarle sus claves. Créelas en WooCommerce → Ajustes → Avanzado → API REST, con permiso de lectura y escritura.',
    restKeysInstead:
      'Solo si WooCommerce no logra entregar sus claves en el paso siguiente: créelas en WooCommerce → Ajustes → Avanzado → API REST, con permiso de lectura y escritura.',
    labels: {
      secret_key: 'Clave secreta',
      publishable_key: 'Clave pública',
      webhook_secret: 'Secreto de firma',
      connect_code: 'Código de conexión',
      consumer_key: 'Clave del cliente',
      consumer_secret: 'Clave secreta de cliente',
    },
    hints: {
      secret_key:
        'Está en el portal de la pasarela, con los datos de su comercio. Empieza con sk_test_ (pruebas: no se mueve dinero) o con sk_live_ (cobros reales).',
      publishable_key:
        'Está junto a la secreta y empieza con pk_. Hace falta para que la tarjeta se escriba en su propia tienda.',
      webhook_secret: 'Es propio de esa dirección; no es la clave secreta.',
      connect_code: 'Se lo da quien administra este Puente.',
      consumer_key: 'Empieza con ck_.',
      consumer_secret: 'Empieza con cs_.',
    },
    optional: 'opcional',
    next: 'Seguir en WooCommerce',
    connect: 'Conectar',
    asksNext:
      'En el paso siguiente WooCommerce le pregunta si Puente puede leer y cambiar los pedidos. Apruébelo.',
    problems: {
      secret_key: {
        shape: 'Una clave secreta empieza con sk_test_ o con sk_live_.',
        unknown: 'La pasarela no acepta esta clave. Cópiela de nuevo, completa.',
      },
      publishable_key: {
        shape: 'Una clave pública empieza con pk_.',
        'other-environment': 'Esta clave pública es de otro ambiente que la clave secreta.',
      },
      webhook_secret: {
        missing: 'Falta el secreto de firma. El portal lo muestra cuando se guarda la dirección.',
        'is-a-key':
          'Esto es una clave de la pasarela. El secreto de firma es otro: está con la dirección que registró.',
      },
      connect_code: { wrong: 'Este no es el código de este Puente.' },
      consumer_key: { shape: 'Una clave del cliente empieza con ck_.' },
      consumer_secret: { shape: 'Una clave secreta de cliente empieza con cs_.' },
    },
    formProblems: {
      fields: 'Revise lo marcado. Por seguridad, las claves se escriben de nuevo.',
      'gateway-away':
        'La pasarela no respondió y la clave no se pudo comprobar. Inténtelo de nuevo en un momento.',
      'not-from-page':
        'No se pudo comprobar que el formulario salió de esta página. Su navegador debe permitir cookies; escriba las claves de nuevo.',
    },
  },
  en: {
    title: 'Connect your shop',
    intro: (host) =>
      `The plugin of ${host} asked for this connection. What is missing are the keys of your account at the payment gateway.`,
    keys: "1. The gateway's keys",
    webhook: "2. The gateway's notices",
    webhookSteps: {
      environment: "In the gateway's portal, choose the environment of your key: test or live.",
      register: 'Register this address for notices (webhooks) and save it:',
      copy: 'Paste here the signing secret that the portal shows.',
    },
    environments: { test: 'Test', live: 'Live' },
    code: '3. Permission to connect',
    restKeys: "WooCommerce's REST keys",
    restKeysNeeded:
      'This Puente has no https address, so that WooCommerce cannot hand over its keys. Make them in WooCommerce → Settings → Advanced → REST API, with permission to read and write.',
    restKeysInstead:
      'Only if WooCommerce cannot hand over its keys in the next step: make them in WooCommerce → Settings → Advanced → REST API, with permission to read and write.',
    labels: {
      secret_key: 'Secret key',
      publishable_key: 'Publishable key',
      webhook_secret: 'Signing secret',
      connect_code: 'Connect code',
      consumer_key: 'Consumer key',
      consumer_secret: 'Consumer secret',
    },
    hints: {
      secret_key:
        "It is in the gateway's portal, with the data of your business. It begins with sk_test_ (test: no money moves) or sk_live_ (real charges).",
      publishable_key:
        'It is next to the secret one and begins with pk_. It is needed to have cards typed in on your own shop.',
      webhook_secret: 'It belongs to that address; it is not the secret key.',
      connect_code: 'Whoever runs this Puente gives it to you.',
      consumer_key: 'It begins with ck_.',
      consumer_secret: 'It begins with cs_.',
    },
    optional: 'optional',
    next: 'Go on in WooCommerce',
    connect: 'Connect',
    asksNext:
      'In the next step WooCommerce asks you whether Puente may read and change the orders. Approve it.',
    problems: {
      secret_key: {
        shape: 'A secret key begins with sk_test_ or sk_live_.',
        unknown: 'The gateway does not accept this key. Copy it again, all of it.',
      },
      publishable_key: {
        shape: 'A publishable key begins with pk_.',
        'other-environment': 'This publishable key is of another environment than the secret key.',
      },
      webhook_secret: {
        missing: 'The signing secret is missing. The portal shows it when the address is saved.',
        'is-a-key':
          'This is a key of the gateway. The signing secret is another one: it is with the address that you registered.',
      },
      connect_code: { wrong: 'This is not the code of this Puente.' },
      consumer_key: { shape: 'A consumer key begins with ck_.' },
      consumer_secret: { shape: 'A consumer secret begins with cs_.' },
    },
    formProblems: {
      fields: 'Look at what is marked. For security, keys have to be typed in again.',
      'gateway-away':
        'The gateway did not answer, so that the key could not be checked. Try again in a moment.',
      'not-from-page':
        'It could not be checked that the form was sent from this page. Your browser has to allow cookies; type the keys in again.',
    },
  },
}
