export { puentePaymentHandler } from './payment-method/handler.js'
export { PuentePlugin } from './plugin.js'
export type { MethodSettings } from './settings/arguments.js'
