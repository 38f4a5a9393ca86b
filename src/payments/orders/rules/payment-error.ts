import type { PaymentErrorCode } from '../../../db/tables/orders.ts'

/** Where the gateway's creation and its charges name what is refused (`gateway-api.md` 4.3, 4.12). */
const CODE_OF_FIELD: Readonly<Record<string, PaymentErrorCode>> = {
  currency_code: 'currency_refused',
  currency: 'currency_refused',
  amount: 'amount_refused',
}

/** What the gateway says when it refuses. */
interface RefusalFacts {
  code: string | undefined
  /** Its words by field or rule. */
  fields: Record<string, string[]>
  message: string | undefined
}

/** What the gateway refuses of an order, by its code (7) or by the field that it names. */
export const paymentErrorOf = ({
  code,
  fields,
  message,
}: RefusalFacts): {
  code: PaymentErrorCode
  message: string | null
} => {
  if (code === 'sandbox_terminal_unavailable') {
    return { code: 'terminal_unavailable', message: message ?? null }
  }
  const field = Object.keys(fields).find((name) => Object.hasOwn(CODE_OF_FIELD, name))
  const named = field ?? Object.keys(fields)[0]
  return {
    code: (field && CODE_OF_FIELD[field]) || 'request_refused',
    message: (named && fields[named]?.[0]) || (message ?? null),
  }
}
