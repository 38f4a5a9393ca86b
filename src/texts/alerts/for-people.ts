import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Language } from '../../locales/language.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'

const IN_BRACKETS =
  /\s?\((?:[^()]*\s)?(?:(?:GET|POST|PATCH|DELETE) \/v1|npm run|puente [a-z]|[a-z]+ app deploy)[^()]*\)/g
const ATTEMPT: Record<Language, readonly [RegExp, string]> = {
  en: [/\battempt \d+/g, 'the payment'],
  es: [/\bintento \d+/g, 'pago'],
}
const OUR_IDS = /\s?\(?\b(?:pay|ord|ref|tsk|prb|evt|rec)_\w+\)?/g

/** Actions for the merchant's staff, in place of those that need an operator. */
const INSTEAD: Record<Language, Partial<Record<AlertKind, string>>> = {
  en: {
    order_paid_twice: 'Refund one of the two payments: the order stays paid by the other.',
    payment_method_unknown:
      'If it is for card payments, ask your Puente administrator to add it: Puente then finds the waiting orders. If not, close this alert. It does not open again for that name.',
    api_version_ending:
      'Ask your Puente administrator to update Puente. The alert closes automatically.',
    task_given_up:
      'Correct the cause and ask your Puente administrator to retry: the alert closes when the retry succeeds. If it is no longer needed, close the alert.',
    differences_not_listed:
      'Ask your Puente administrator for the full report, and correct the cause first.',
    previous_secret_in_use:
      "Give Puente the signing secret that the gateway's portal shows, or ask your Puente administrator.",
    alerts_not_delivered: 'Ask your Puente administrator to correct where alerts are sent.',
    request_fields_dropped:
      'Ask your Puente administrator to update Puente or to ask the gateway about the change. Then close this alert.',
    gateway_data_unreadable:
      "Look at the payment in the gateway's portal, and ask your Puente administrator. If the alert is about an event, close it then.",
    order_id_reused:
      "Ask the customer to order again, so the order gets another id. If there are many, ask the store's administrator to raise the next order id. Deliver the earlier order, or refund its charge in the gateway's portal. Then close this alert.",
    store_data_unreadable:
      "Ask the store's developer to correct its answer. The alert closes when Puente can read it.",
    store_not_compared:
      'Check that the store is online. The alert closes with the next nightly comparison in which the store answers.',
    reconciliation_failed:
      'You need not do anything after a nightly comparison: the next one covers its days too. If the alert stays for days, ask your Puente administrator.',
    shop_paused:
      'When the store works again, connect it again or ask your Puente administrator to resume its notifications. Puente then sends all waiting notifications, oldest first.',
  },
  es: {
    order_paid_twice: 'Reembolse uno de los dos pagos: el pedido sigue pagado con el otro.',
    payment_method_unknown:
      'Si es el de las tarjetas, pida a quien administra Puente que lo agregue: los pedidos que esperan se encuentran entonces solos. Si no, cierre la alerta; no se abre otra vez por ese nombre.',
    api_version_ending:
      'Pida a quien administra Puente que lo actualice. La alerta se cierra sola.',
    task_given_up:
      'Corrija la causa y pida a quien administra Puente que lo intente de nuevo: si sale bien, la alerta se cierra sola. Si ya no hace falta, ciérrela.',
    differences_not_listed:
      'Pida a quien administra Puente el informe completo, y corrija primero la causa.',
    previous_secret_in_use:
      'Ponga en Puente el secreto de firma que muestra el portal de la pasarela, o pregunte a quien administra Puente.',
    alerts_not_delivered: 'Pida a quien administra Puente que corrija adónde van las alertas.',
    request_fields_dropped:
      'Pida a quien administra Puente que lo actualice o que pregunte a la pasarela por el cambio. Después cierre la alerta.',
    gateway_data_unreadable:
      'Mire el pago en el portal de la pasarela y pregunte a quien administra Puente. Si la alerta es de un evento, ciérrela después.',
    order_id_reused:
      'Pida al cliente que haga el pedido otra vez, para que reciba otro id. Si son muchos, pida a quien administra la tienda que suba el próximo id de pedido. Entregue el pedido anterior, o reembolse su cobro en el portal de la pasarela. Después cierre la alerta.',
    store_data_unreadable:
      'Pida a quien desarrolló la tienda que corrija la respuesta. La alerta se cierra cuando Puente la puede leer.',
    store_not_compared:
      'Revise que la tienda esté en línea. La alerta se cierra con la próxima conciliación nocturna en la que responda.',
    reconciliation_failed:
      'Después de una conciliación nocturna no tiene que hacer nada: la siguiente revisa también sus días. Si la alerta sigue varios días, pregunte a quien administra Puente.',
    shop_paused:
      'Cuando la tienda funcione, conéctela de nuevo o pida a quien administra Puente que reanude sus avisos. Puente envía entonces todo lo que espera, primero lo más antiguo.',
  },
}

/** Kinds that always use `INSTEAD`; others only without a known charge. */
const ALWAYS_INSTEAD: readonly AlertKind[] = [
  'payment_method_unknown',
  'api_version_ending',
  'task_given_up',
  'differences_not_listed',
  'previous_secret_in_use',
  'alerts_not_delivered',
  'request_fields_dropped',
  'gateway_data_unreadable',
  'order_id_reused',
  'store_data_unreadable',
  'store_not_compared',
  'reconciliation_failed',
  'shop_paused',
]

/**
 * Rewrites an alert for the merchant's staff: drops commands, API calls, Puente's ids and attempt
 * numbers.
 */
export const forMerchants = (
  { what, why, todo }: AlertWording,
  { kind, locale }: { kind: AlertKind; locale: Language },
): AlertWording => {
  const instead = INSTEAD[locale][kind]
  const isInstead =
    instead !== undefined && (ALWAYS_INSTEAD.includes(kind) || todo.includes('payment_id'))
  return {
    what: plain(what, locale),
    why: plain(why, locale),
    todo: isInstead ? instead : plain(todo, locale),
  }
}

const plain = (text: string, locale: Language): string => {
  const [attempt, payment] = ATTEMPT[locale]
  return text.replace(IN_BRACKETS, '').replace(attempt, payment).replace(OUR_IDS, '')
}

/** Drops commands and Puente's ids from an alert's details. */
export const detailsForMerchants = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && !isOurId(value))
      .map(([name, value]) => [name, withoutHidden(value)]),
  )

const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'command',
  'meanings',
  'attempt',
  'task',
  'task_id',
])
const isOurId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:pay|ord|ref|tsk|prb|evt|rec)_\w+$/.test(value)

const withoutHidden = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((each) => !isOurId(each)).map(withoutHidden)
  if (typeof value === 'string') return value.replace(OUR_IDS, '')
  if (typeof value !== 'object' || value === null) return value
  return detailsForMerchants({ ...value })
}
