import type { RefundRow } from '../../../db/db.ts'
import { awaitsApproval } from '../../orders/rules/refunds/approval.ts'
import {
  isOver,
  mayBeAtGateway,
  unansweredSends,
} from '../../orders/rules/refunds/refund-states.ts'
import { isAccepted } from './refund-step.ts'
import { earliestRetry } from './repeat-refund.ts'

export const PLANNED_STEPS = ['send', 'look_up', 'answer', 'approval'] as const

export interface PlannedStep {
  step: (typeof PLANNED_STEPS)[number]
  /** Earliest time of a second send, for a send without an answer. */
  resendFrom: Date | undefined
}

/**
 * Returns the next step of a refund as `nextStep` will decide it, unless the gateway shows something
 * new; `undefined`: it has ended.
 */
export const plannedStep = (
  refund: Pick<
    RefundRow,
    'state' | 'needs_attention' | 'accepted_at' | 'sends' | 'readings' | 'approval'
  >,
  now: Date,
): PlannedStep | undefined => {
  if (isOver(refund)) return undefined
  if (awaitsApproval(refund)) return { step: 'approval', resendFrom: undefined }
  if (refund.needs_attention) return { step: 'answer', resendFrom: undefined }
  if (isAccepted(refund)) return { step: 'look_up', resendFrom: undefined }
  if (!mayBeAtGateway(refund) && unansweredSends(refund.sends).length === 0) {
    return { step: 'send', resendFrom: undefined }
  }
  return { step: 'look_up', resendFrom: earliestRetry({ ...refund, now }) }
}
