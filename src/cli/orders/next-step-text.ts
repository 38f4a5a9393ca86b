import type { RefundNowView } from '../../payments/tasks/waiting.ts'

type Step = Pick<RefundNowView, 'next_step' | 'waiting_until' | 'resend_from'>

const DOES = {
  send: 'sends it',
  look_up: 'looks it up',
  answer: 'waits for your answer ("puente refunds resolve")',
} as const

/** Says what Puente does next, and when; empty if the refund has ended. */
export const nextStepText = ({ next_step, waiting_until, resend_from }: Step): string => {
  if (next_step === null) return ''
  const when = next_step === 'answer' ? '' : ` ${waiting_until ? `at ${waiting_until}` : 'now'}`
  const resend = resend_from ? `, sends it again at ${resend_from} at the earliest` : ''
  return `Puente ${DOES[next_step]}${when}${resend}.`
}
