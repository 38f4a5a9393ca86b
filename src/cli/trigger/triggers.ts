import type { IsOver, Steps } from './steps.ts'

export interface Trigger {
  play(steps: Steps): Promise<void>
  isOver: IsOver
}

const hasStatus =
  (expected: string): IsOver =>
  ({ status }) =>
    status === expected

const paid: Trigger = {
  play: async (steps) => steps.pay(await steps.checkout(), 'approved'),
  isOver: hasStatus('paid'),
}

const declined: Trigger = {
  play: async (steps) => steps.pay(await steps.checkout(), 'declined'),
  isOver: ({ hasFailed }) => hasFailed,
}

const expired: Trigger = {
  play: async (steps) => {
    await steps.checkout({ expires_in_minutes: 1 })
    steps.say('waiting a minute for the checkout to expire')
  },
  // A store's policy may cancel expired orders.
  isOver: ({ status }) => status === 'payment_expired' || status === 'cancelled',
}

const paidTwice: Trigger = {
  play: async (steps) => {
    const checkout = await steps.checkout()
    await steps.payByCardFields('approved')
    await steps.pay(checkout, 'approved')
  },
  isOver: ({ conflict }) => conflict === 'paid_twice',
}

const refunded = (part: 'all' | 'half'): Trigger => ({
  play: async (steps) => {
    await paid.play(steps)
    await steps.until(paid.isOver)
    await steps.settle()
    await steps.refund(part)
  },
  isOver: hasStatus(part === 'all' ? 'refunded' : 'partially_refunded'),
})

const voided: Trigger = {
  play: async (steps) => {
    await paid.play(steps)
    await steps.until(paid.isOver)
    await steps.refund('all')
  },
  isOver: hasStatus('voided'),
}

/** By notification type or a shorter alias. */
export const TRIGGERS = {
  'order.paid': paid,
  'order.payment_failed': declined,
  'payment.declined': declined,
  'order.payment_expired': expired,
  'order.expired': expired,
  'order.voided': voided,
  'order.refunded': refunded('all'),
  'order.partially_refunded': refunded('half'),
  'order.attention_required': paidTwice,
  'order.conflict': paidTwice,
} as const satisfies Record<string, Trigger>

export type TriggerName = keyof typeof TRIGGERS
