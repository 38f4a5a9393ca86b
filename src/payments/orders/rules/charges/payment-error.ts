import type { PaymentErrorCode } from '../../../../db/tables/orders.ts'

/** Fields of a refusal (`gateway-api.md` 4.3, 4.12). */
const CODE_OF_FIELD: Readonly<Record<string, PaymentErrorCode>> = {
  currency_code: 'currency_refused',
  currency: 'currency_refused',
  amount: 'amount_refused',
}

interface RefusalFacts {
  code: string | undefined
  fields: Record<string, string[]>
  message: string | undefined
}

/** Classifies a gateway refusal by its code (7) or the field it names. */
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
