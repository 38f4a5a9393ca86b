export const RATE_LIMITS = ['address', 'key', 'store', 'person', 'pay-address', 'pay-link'] as const

export type LimitName = (typeof RATE_LIMITS)[number]
