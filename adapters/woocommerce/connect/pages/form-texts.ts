import type { Language } from '../../../adapter.ts'
import type { FieldProblem, KeysForm } from '../../../onboarding/keys-form.ts'
import type { ConnectForm } from '../connect-form.ts'

export type RestKey = Exclude<keyof ConnectForm, keyof KeysForm>

export interface FormTexts {
  /** Shown once the site has confirmed the connection. */
  intro(host: string): string
  restKeys: string
  restKeysNeeded: string
  restKeysInstead: string
  labels: Record<RestKey, string>
  hints: Record<RestKey, string>
  next: string
  /** Announces WooCommerce's approval page. */
  nextStepNote: string
  problems: Record<RestKey, Partial<Record<FieldProblem, string>>>
}

export const connectFormTexts: Record<Language, FormTexts> = {
  es: {
    intro: (host) =>
      `El plugin de ${host} pidió esta conexión. Faltan las claves de su cuenta en la pasarela de pago.`,
    restKeys: 'Claves REST de WooCommerce',
    restKeysNeeded:
      'Este Puente no tiene una dirección https, así que WooCommerce no puede entregarle sus claves. Créelas en WooCommerce → Ajustes → Avanzado → API REST, con permiso de lectura y escritura.',
    restKeysInstead:
      'Solo si WooCommerce no logra entregar sus claves en el paso siguiente: créelas en WooCommerce → Ajustes → Avanzado → API REST, con permiso de lectura y escritura.',
    labels: {
      consumer_key: 'Clave del cliente',
      consumer_secret: 'Clave secreta de cliente',
    },
    hints: {
      consumer_key: 'Empieza con ck_.',
      consumer_secret: 'Empieza con cs_.',
    },
    next: 'Seguir en WooCommerce',
    nextStepNote:
      'En el paso siguiente WooCommerce le pregunta si Puente puede leer y cambiar los pedidos. Apruébelo.',
    problems: {
      consumer_key: { shape: 'Una clave del cliente empieza con ck_.' },
      consumer_secret: { shape: 'Una clave secreta de cliente empieza con cs_.' },
    },
  },
  en: {
    intro: (host) =>
      `The plugin of ${host} asked for this connection. What is missing are the keys of your account at the payment gateway.`,
    restKeys: "WooCommerce's REST keys",
    restKeysNeeded:
      'This Puente has no https address, so that WooCommerce cannot hand over its keys. Make them in WooCommerce → Settings → Advanced → REST API, with permission to read and write.',
    restKeysInstead:
      'Only if WooCommerce cannot hand over its keys in the next step: make them in WooCommerce → Settings → Advanced → REST API, with permission to read and write.',
    labels: {
      consumer_key: 'Consumer key',
      consumer_secret: 'Consumer secret',
    },
    hints: {
      consumer_key: 'It begins with ck_.',
      consumer_secret: 'It begins with cs_.',
    },
    next: 'Go on in WooCommerce',
    nextStepNote:
      'In the next step WooCommerce asks you whether Puente may read and change the orders. Approve it.',
    problems: {
      consumer_key: { shape: 'A consumer key begins with ck_.' },
      consumer_secret: { shape: 'A consumer secret begins with cs_.' },
    },
  },
}
