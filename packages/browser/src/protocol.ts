/**
 * Messages between a shop's page and the card page in its frame. Both sides check origin and window;
 * the page's side is src/http/pay-pages/assets/framed.js in Puente.
 */
export const PROTOCOL_VERSION = 1

/** Colours as `#rrggbb`, lengths in CSS pixels. */
export interface Theme {
  scheme: 'light' | 'dark'
  background?: string
  text?: string
  muted?: string
  border?: string
  accent?: string
  onAccent?: string
  danger?: string
  dangerBackground?: string
  radius?: number
  fontSize?: number
  spacing?: number
  font?: string
}

export type MessageToFrame =
  | { type: 'setup'; theme: Theme; button: boolean }
  | { type: 'submit' }
  | { type: 'focus' }

/** `reason` is for programs, `message` is the text that the customer reads. */
export interface Outcome {
  reason: string
  message: string
}

export interface Failure extends Outcome {
  /** Whether the frame offers the customer another try. */
  canRetry: boolean
}

export type MessageFromFrame =
  | { type: 'loaded' | 'ready' | 'submitted' | 'challenge' }
  | { type: 'height'; height: number }
  | { type: 'change'; complete: boolean }
  | { type: 'ignored'; tokens: string[] }
  | ({ type: Exclude<OutcomeType, 'failed'> } & Outcome)
  | ({ type: 'failed' } & Failure)

const SIGNALS = ['loaded', 'ready', 'submitted', 'challenge'] as const
const OUTCOMES = ['confirming', 'paid', 'declined', 'review', 'expired', 'failed'] as const
export type OutcomeType = (typeof OUTCOMES)[number]

const REASON = /^[a-z][a-z-]{0,39}$/
const MESSAGE_LENGTH = 1_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const nameIn = <T extends string>(names: readonly T[], value: unknown): T | undefined =>
  names.find((name) => name === value)

/** Returns a message of this version, or `undefined` for anything else. */
export const readMessage = (data: unknown): MessageFromFrame | undefined => {
  if (!isRecord(data) || data.puente !== PROTOCOL_VERSION) return undefined
  const { type, height, complete, tokens, reason, message, canRetry } = data
  const signal = nameIn(SIGNALS, type)
  if (signal) return { type: signal }
  const outcome = nameIn(OUTCOMES, type)
  if (outcome) {
    if (typeof reason !== 'string' || !REASON.test(reason)) return undefined
    if (typeof message !== 'string') return undefined
    const read = { reason, message: message.slice(0, MESSAGE_LENGTH) }
    if (outcome === 'failed') return { type: outcome, ...read, canRetry: canRetry === true }
    return { type: outcome, ...read }
  }
  switch (type) {
    case 'height':
      return typeof height === 'number' && height >= 0 ? { type, height } : undefined
    case 'change':
      return { type, complete: complete === true }
    case 'ignored':
      return { type, tokens: Array.isArray(tokens) ? tokens.map(String) : [] }
    default:
      return undefined
  }
}
