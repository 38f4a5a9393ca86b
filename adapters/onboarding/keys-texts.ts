import type { Language } from '../adapter.ts'
import type { FieldProblem, KeysForm, KeysProblems } from './keys-form.ts'

/** Shared texts of the connect form. */
export interface KeysTexts {
  title: string
  connect: string
  environment: string
  keys: string
  webhook: string
  /** The webhook address follows `register`. */
  webhookSteps: { environment: string; register: string; copy: string }
  environments: Record<'test' | 'live', string>
  code: string
  labels: Record<keyof KeysForm, string>
  hints: Record<keyof KeysForm, string>
  optional: string
  problems: Record<keyof KeysForm, Partial<Record<FieldProblem, string>>>
  formProblems: Record<NonNullable<KeysProblems['form']> | 'fields', string>
}

const INVISIBLE = {
  es: 'Tiene un espacio o un carácter invisible en medio. Cópielo de nuevo, completo y sin nada más.',
  en: 'It has a blank or an invisible character inside. Copy it again, whole and alone.',
}

export const keysTexts: Record<Language, KeysTexts> = {
  es: {
    title: 'Conectar su tienda',
    connect: 'Conectar',
    environment: 'Entorno',
    keys: '1. Claves de la pasarela',
    webhook: '2. Avisos de la pasarela',
    webhookSteps: {
      environment:
        'En el portal de la pasarela, elija el entorno de su clave: pruebas o producción.',
      register: 'Registre esta dirección para los avisos (webhooks) y guárdela:',
      copy: 'Pegue aquí el secreto de firma que el portal muestra.',
    },
    environments: { test: 'Pruebas', live: 'Producción' },
    code: '3. Permiso para conectar',
    labels: {
      secret_key: 'Clave secreta',
      publishable_key: 'Clave pública',
      webhook_secret: 'Secreto de firma',
      connect_code: 'Código de conexión',
    },
    hints: {
      secret_key:
        'Está en el portal de la pasarela, con los datos de su comercio. Empieza con sk_test_ (pruebas: no se mueve dinero) o con sk_live_ (cobros reales).',
      publishable_key:
        'Está junto a la secreta y empieza con pk_. Hace falta para que la tarjeta se escriba en su propia tienda.',
      webhook_secret: 'Es propio de esa dirección; no es la clave secreta.',
      connect_code: 'Se lo da quien administra este Puente.',
    },
    optional: 'opcional',
    problems: {
      secret_key: {
        invisible: INVISIBLE.es,
        shape: 'Una clave secreta empieza con sk_test_ o con sk_live_.',
        unknown: 'La pasarela no acepta esta clave. Cópiela de nuevo, completa.',
      },
      publishable_key: {
        invisible: INVISIBLE.es,
        shape: 'Una clave pública empieza con pk_.',
        'other-environment': 'Esta clave pública es de otro entorno que la clave secreta.',
      },
      webhook_secret: {
        invisible: INVISIBLE.es,
        missing: 'Falta el secreto de firma. El portal lo muestra cuando se guarda la dirección.',
        'is-a-key':
          'Esto es una clave de la pasarela. El secreto de firma es otro: está con la dirección que registró.',
        short:
          'Tiene menos de 16 caracteres, y quien lo adivine puede reportar pedidos como pagados. Registre la dirección con un secreto más largo, o pida a quien administra este Puente que la conecte.',
      },
      connect_code: { wrong: 'Este no es el código de este Puente.' },
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
    connect: 'Connect',
    environment: 'Environment',
    keys: "1. The gateway's keys",
    webhook: "2. The gateway's notices",
    webhookSteps: {
      environment: "In the gateway's portal, choose the environment of your key: test or live.",
      register: 'Register this address for notices (webhooks) and save it:',
      copy: 'Paste here the signing secret that the portal shows.',
    },
    environments: { test: 'Test', live: 'Live' },
    code: '3. Permission to connect',
    labels: {
      secret_key: 'Secret key',
      publishable_key: 'Publishable key',
      webhook_secret: 'Signing secret',
      connect_code: 'Connect code',
    },
    hints: {
      secret_key:
        "It is in the gateway's portal, with the data of your business. It begins with sk_test_ (test: no money moves) or sk_live_ (real charges).",
      publishable_key:
        'It is next to the secret one and begins with pk_. It is needed to have cards typed in on your own shop.',
      webhook_secret: 'It belongs to that address; it is not the secret key.',
      connect_code: 'Whoever runs this Puente gives it to you.',
    },
    optional: 'optional',
    problems: {
      secret_key: {
        invisible: INVISIBLE.en,
        shape: 'A secret key begins with sk_test_ or sk_live_.',
        unknown: 'The gateway does not accept this key. Copy it again, all of it.',
      },
      publishable_key: {
        invisible: INVISIBLE.en,
        shape: 'A publishable key begins with pk_.',
        'other-environment': 'This publishable key is of another environment than the secret key.',
      },
      webhook_secret: {
        invisible: INVISIBLE.en,
        missing: 'The signing secret is missing. The portal shows it when the address is saved.',
        'is-a-key':
          'This is a key of the gateway. The signing secret is another one: it is with the address that you registered.',
        short:
          'It has fewer than 16 characters, and anyone who guesses it can report orders as paid. Register the address with a longer secret, or ask your Puente administrator to connect it.',
      },
      connect_code: { wrong: 'This is not the code of this Puente.' },
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
