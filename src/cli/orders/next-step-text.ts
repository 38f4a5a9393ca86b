import type { RefundNowView } from '../../payments/tasks/waiting.ts'

type Step = Pick<RefundNowView, 'next_step' | 'waiting_for' | 'waiting_until' | 'resend_from'>

const DOES = {
  send: 'sends it',
  look_up: 'looks it up',
  answer: 'waits for your answer ("puente refunds resolve")',
  approval: 'waits for a second person ("puente refunds approve")',
} as const

/** Says what Puente does next, and when; empty if the refund has ended. */
export const nextStepText = ({ next_step, resend_from, ...wait }: Step): string => {
  if (next_step === null) return ''
  const resend = resend_from ? `, sends it again at ${resend_from} at the earliest` : ''
  return `Puente ${DOES[next_step]}${whenText(next_step, wait)}${resend}.`
}

const whenText = (
  step: keyof typeof DOES,
  { waiting_for, waiting_until }: Pick<Step, 'waiting_for' | 'waiting_until'>,
): string => {
  if (waiting_for === 'thaw') return ' when the store is thawed'
  if (step === 'approval') return waiting_until ? ` until ${waiting_until}` : ''
  if (step === 'answer') return ''
  return waiting_until ? ` at ${waiting_until}` : ' now'
}
