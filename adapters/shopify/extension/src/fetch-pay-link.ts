/** `silent`: several tries failed. */
export type LinkAnswer =
  | { state: 'payable'; pay_url: string; amount_text: string }
  | { state: 'paid' | 'none' | 'silent' }

export interface OrderOfPage {
  /** `gid://shopify/Order/…`, or `OrderIdentity` while Shopify is creating the order. */
  id: string
  /** Proves this buyer; older orders have none. */
  confirmation: string | undefined
}

/** Shopify creates the order shortly after showing the page. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000]

export const fetchPayLink = async (
  puenteUrl: string,
  order: OrderOfPage,
  sessionToken: () => Promise<string>,
): Promise<LinkAnswer> => {
  const query = new URLSearchParams({ order: order.id, confirmation: order.confirmation ?? '' })
  const address = `${puenteUrl.replace(/\/+$/, '')}/shopify/pay-link?${query}`
  for (const waitMs of [0, ...WAITS_MS]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const answer = await fetchOnce(address, await sessionToken())
    if (answer) return answer
  }
  return { state: 'silent' }
}

const fetchOnce = async (address: string, token: string): Promise<LinkAnswer | undefined> => {
  try {
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    return response.ok ? readAnswer(await response.json()) : undefined
  } catch {
    return undefined
  }
}

const readAnswer = (body: unknown): LinkAnswer | undefined => {
  const { state, pay_url, amount, currency, amount_text } = (body ?? {}) as Record<string, unknown>
  if (state === 'paid' || state === 'none') return { state }
  const isText = [pay_url, amount, currency].every((value) => typeof value === 'string')
  if (state !== 'payable' || !isText) return undefined
  // An older Puente sends no text.
  const text = typeof amount_text === 'string' ? amount_text : `${amount} ${currency}`
  return { state, pay_url: String(pay_url), amount_text: text }
}
