/** Code of the payment method handler, as Vendure stores it. */
export const HANDLER_CODE = 'puente'

/** Context of log lines. */
export const LOG_CONTEXT = 'Puente'

/** First part of the address of notifications: `/puente/CHANNEL_TOKEN/METHOD_CODE`. */
export const ROUTE = 'puente'
