export type PlatformDecision =
  | { name: string; kind: 'choice'; options: readonly string[] }
  | { name: string; kind: 'switch' | 'whole' | 'text' | 'names' }

/** In form order; the adapter validates them. */
export const PLATFORM_DECISIONS: Readonly<Record<string, readonly PlatformDecision[]>> = {
  shopify: [
    { name: 'payment_method', kind: 'names' },
    { name: 'pay_within_hours', kind: 'whole' },
    { name: 'expired', kind: 'choice', options: ['leave', 'cancel'] },
    { name: 'restock', kind: 'switch' },
    { name: 'note_pay_link', kind: 'switch' },
    { name: 'checkout_minutes', kind: 'whole' },
  ],
  woocommerce: [
    { name: 'paid', kind: 'text' },
    { name: 'expired', kind: 'choice', options: ['leave', 'failed', 'cancelled'] },
    { name: 'voided', kind: 'choice', options: ['refund', 'cancel'] },
    { name: 'held', kind: 'choice', options: ['on-hold', 'leave'] },
    { name: 'restock', kind: 'choice', options: ['leave', 'full'] },
    { name: 'checkout_minutes', kind: 'whole' },
    { name: 'identity_field', kind: 'text' },
  ],
}
