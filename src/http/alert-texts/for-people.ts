import type { AlertKind } from '../../db/tables/alerts.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { AlertWording } from '../../payments/ports/platform.ts'

/** A command or API call in brackets after the action. */
const IN_BRACKETS =
  /\s?\((?:[^()]*\s)?(?:(?:GET|POST|PATCH|DELETE) \/v1|npm run|puente [a-z]|[a-z]+ app deploy)[^()]*\)/g
const ATTEMPT: Record<Locale, readonly [RegExp, string]> = {
  en: [/\battempt \d+/g, 'the payment'],
  es: [/\bintento \d+/g, 'pago'],
}
const OUR_IDS = /\s?\(?\b(?:pay|ord|ref|tsk|prb|evt|rec)_\w+\)?/g

/** Actions for shop people, of alerts whose own action is a command or field for Puente's operators. */
const INSTEAD: Record<Locale, Partial<Record<AlertKind, string>>> = {
  en: {
    order_paid_twice: 'Refund one of the two payments: the order stays paid by the other.',
    payment_method_unknown:
      'If it is the method for cards, ask your Puente administrator to add it: Puente then finds the waiting orders. If not, close this alert; it does not open again for that name.',
    api_version_ending:
      'Ask your Puente administrator to update Puente. The alert closes by itself.',
    task_given_up:
      'Correct the cause and ask your Puente administrator to retry: the alert closes when the retry succeeds. If it is no longer needed, close the alert.',
    differences_not_listed:
      'Ask your Puente administrator for the whole report, and correct the cause first.',
    previous_secret_in_use:
      "Give Puente the signing secret that the gateway's portal shows, or ask your Puente administrator.",
    alerts_not_delivered: 'Ask your Puente administrator to correct where alerts are sent.',
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
  },
}

/** Kinds that always use `INSTEAD`; the others use it only without a known charge. */
const ALWAYS_INSTEAD: readonly AlertKind[] = [
  'payment_method_unknown',
  'api_version_ending',
  'task_given_up',
  'differences_not_listed',
  'previous_secret_in_use',
  'alerts_not_delivered',
]

/**
 * Rewrites an alert for a shop's people, who read it in the shop's own pages or in a mail: drops
 * commands, API calls, Puente's ids and the attempt count.
 */
export const forPeople = (
  { what, why, todo }: AlertWording,
  { kind, locale }: { kind: AlertKind; locale: Locale },
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

const plain = (text: string, locale: Locale): string => {
  const [attempt, payment] = ATTEMPT[locale]
  return text.replace(IN_BRACKETS, '').replace(attempt, payment).replace(OUR_IDS, '')
}

/** Returns an alert's details without commands and Puente's ids, which shops do not know. */
export const detailsForPeople = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([name, value]) => !UNTOLD.has(name) && !isOurId(value))
      .map(([name, value]) => [name, untold(value)]),
  )

const UNTOLD: ReadonlySet<string> = new Set(['command', 'meanings', 'attempt', 'task', 'task_id'])
const isOurId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:pay|ord|ref|tsk|prb|evt|rec)_\w+$/.test(value)

const untold = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((each) => !isOurId(each)).map(untold)
  if (typeof value === 'string') return value.replace(OUR_IDS, '')
  if (typeof value !== 'object' || value === null) return value
  return detailsForPeople({ ...value })
}
