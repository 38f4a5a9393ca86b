import { inEachLanguage } from '../../../locales/language.ts'
import type { StoreField, StoreRefusal } from '../../../payments/ports/store-connecting.ts'
import type { KeyProblem } from '../../../payments/stores/check-gateway-keys.ts'
import { MIN_SECRET_LENGTH } from '../../../payments/stores/webhook-secret-rules.ts'
import {
  fieldProblem,
  invalidFields,
  problem,
  problemWords,
} from '../../../runtime/http/problem.ts'
import type { RouteRefusal } from '../../../runtime/http/route.ts'
import type { Connections } from '../../../runtime/net/connections.ts'
import { fieldIssue, fieldMessage } from '../../../runtime/text/field-messages.ts'
import { type Answer, refuse } from '../route.ts'

const FIELDS: Partial<Record<StoreField, string>> = {
  secretKey: 'secret_key',
  notifyUrl: 'notify_url',
  ordersUrl: 'orders_url',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
  previousSecretUntil: 'until',
}

/** Maps a refused store change to a field error. */
export const refuseChange = ({
  field,
  reason,
  translations = inEachLanguage(() => reason),
}: Omit<StoreRefusal, 'outcome'>): Answer =>
  refuse(fieldProblem(FIELDS[field] ?? field, translations))

/** Refuses each key at its field. */
export const refuseKeys = (problems: readonly KeyProblem[]): Answer =>
  refuse(
    invalidFields(
      problems.map(({ field, problem }) => {
        const values = { field, least: MIN_SECRET_LENGTH }
        return fieldIssue([FIELDS[field] ?? field], fieldMessage(`key-${problem}`, values))
      }),
    ),
  )

const ADDRESSES = ['notify_url', 'orders_url'] as const

/**
 * Refuses addresses in Puente's internal network, which the holder of an API key must not reach
 * (SSRF).
 */
export const refusePrivateAddress = (
  { refusalOf }: Connections,
  given: { [Field in (typeof ADDRESSES)[number]]?: string | null | undefined },
): Answer | undefined => {
  const isPrivate = (url: string | null | undefined) =>
    typeof url === 'string' && URL.canParse(url) && refusalOf(url) !== undefined
  const field = ADDRESSES.find((name) => isPrivate(given[name]))
  return field && refuse(fieldProblem(field, fieldMessage('publicAddress')))
}

/** Clients that wait by themselves give up instead of polling until the thaw. */
const FROZEN_RETRY_SECONDS = 3_600

/** Refuses a charge, a refund or an approval of a frozen store. */
export const refuseAsFrozen = (more: { customer_message?: string } = {}): RouteRefusal =>
  refuse(problem({ code: 'store_frozen', ...problemWords('storeFrozen'), ...more }), {
    'retry-after': String(FROZEN_RETRY_SECONDS),
  })
