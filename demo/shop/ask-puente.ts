import { z } from 'zod'
import { CURRENCY } from './catalogue.ts'
import type { ShopOrder } from './orders.ts'

export type PuenteAnswer =
  | { outcome: 'ready'; payUrl: string }
  /** Puente or the gateway is away. The same request may be sent again: it makes one payment. */
  | { outcome: 'away' }
  | { outcome: 'refused'; reason: string }

export interface PuenteAccess {
  /** Where Puente's merchant API is, without a slash at the end. */
  puenteUrl: string
  apiKey: string
}

const checkout = z.object({ pay_url: z.url() })
const problem = z.object({ title: z.string(), detail: z.string().optional() })

const TIMEOUT_MS = 20_000

/** `POST /v1/checkouts`: gets an order ready to be paid. */
export const askForCheckout = async (
  { puenteUrl, apiKey }: PuenteAccess,
  { order, orderUrl }: { order: ShopOrder; orderUrl: string },
): Promise<PuenteAnswer> => {
  const { id, number, product, language } = order
  const request = {
    order: {
      id,
      number,
      amount: product.price,
      currency: CURRENCY,
      description: product.name[language],
    },
    success_url: orderUrl,
    cancel_url: `${orderUrl}&cancelled=1`,
    locale: language,
  }
  try {
    const response = await fetch(`${puenteUrl}/v1/checkouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    if (response.ok) return { outcome: 'ready', payUrl: checkout.parse(body).pay_url }
    if (response.status >= 500 || response.status === 429) return { outcome: 'away' }
    const { title, detail } = problem.parse(body)
    return { outcome: 'refused', reason: detail ? `${title}. ${detail}` : title }
  } catch {
    // No answer, or one that nobody understands: nothing is known, and asking again is safe.
    return { outcome: 'away' }
  }
}
