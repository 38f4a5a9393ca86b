import { LanguageCode } from '@vendure/core'

const words = (value: string) => [{ languageCode: LanguageCode.en, value }]

/** Fields of the payment method in Vendure's dashboard: the store of one channel. */
export const methodArguments = {
  url: {
    type: 'string',
    label: words('Address of Puente'),
    description: words('Scheme, host and port, such as https://puente.example'),
  },
  apiKey: {
    type: 'string',
    label: words('API key'),
    description: words('Key of the store with the scopes checkout, read and refund'),
    ui: { component: 'password-form-input' },
  },
  notifySecret: {
    type: 'string',
    label: words('Secret of notifications'),
    description: words('whsec_…, as Puente printed it when you connected the store'),
    ui: { component: 'password-form-input' },
  },
} as const

/** Values of the fields: a store at Puente. */
export interface MethodSettings {
  url: string
  apiKey: string
  notifySecret: string
}
