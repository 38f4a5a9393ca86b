import type { RefundRow } from '../../../db/db.ts'
import type { RefundApproval, RefundRefusal } from '../../../db/tables/refunds.ts'
import type { TaskNeeds, TaskState } from '../../../db/tables/tasks.ts'
import type { Circuit } from '../../circuits/rules/circuit.ts'
import { awaitsApproval } from '../../orders/rules/refunds/approval.ts'
import { isOver, mayBeAtGateway } from '../../orders/rules/refunds/refund-states.ts'

export const WAITING_FOR = [
  'gateway',
  'store',
  'settlement',
  'confirmation',
  'person',
  'thaw',
  'approval',
  'schedule',
  'retry',
  'worker',
] as const
export type WaitingFor = (typeof WAITING_FOR)[number]

export const WAITING_FOR_MEANINGS: Record<WaitingFor, string> = {
  gateway: 'the gateway account is left alone, because it could not be reached',
  store: 'the shop is left alone or paused, because it could not be reached',
  settlement:
    'the gateway does not refund yet: the charge has to be settled, or its window to open',
  confirmation:
    'the gateway has accepted it and does not show it yet, or its answer was lost and is being found out',
  person: 'somebody has to see to it; see the list of alerts',
  thaw: 'the store is frozen: it goes on when a person thaws the store',
  approval: 'it is above the limit of the store: a second person has to approve it',
  schedule: 'its time has not come yet',
  retry: 'the next try after one that failed',
  worker: 'it is due, and nobody has taken it yet',
}

export interface Wait {
  for: WaitingFor
  /** `null`: unknown. */
  until: Date | null
}

export interface WaitingTask {
  state: TaskState
  needs: TaskNeeds
  run_at: Date
  tries: number
  out_of_reach: boolean
  passes_circuit: boolean
}

/** Circuit of the dependency, unless closed. */
type BlockingCircuit = Pick<Circuit, 'open_until' | 'paused_at'>

/** Returns `undefined` for a running or ended task. */
export const waitOfTask = (
  task: WaitingTask,
  circuit: BlockingCircuit | undefined,
  now: Date,
): Wait | undefined => {
  if (task.state === 'running' || task.state === 'done') return undefined
  if (task.state === 'dead') return { for: 'person', until: null }
  const { run_at: runAt } = task
  const isDue = task.state === 'queued' || runAt <= now
  if (isDue && (task.passes_circuit || task.state === 'queued')) {
    return { for: 'worker', until: null }
  }
  const held = heldBy(task, circuit, { now, isDue })
  if (held) return held
  if (isDue) return { for: 'worker', until: null }
  return { for: task.tries > 0 ? 'retry' : 'schedule', until: runAt }
}

/**
 * An open circuit holds due tasks; a failing one also holds tasks that failed to reach the
 * dependency.
 */
const heldBy = (
  { needs, run_at: runAt, out_of_reach }: WaitingTask,
  circuit: BlockingCircuit | undefined,
  { now, isDue }: { now: Date; isDue: boolean },
): Wait | undefined => {
  if (needs === 'db' || !circuit) return undefined
  const who = needs === 'gateway' ? 'gateway' : 'store'
  if (circuit.paused_at !== null) return { for: who, until: null }
  const { open_until: openUntil } = circuit
  if (openUntil === null || !(isDue || out_of_reach || runAt <= openUntil)) return undefined
  const until = openUntil > runAt ? openUntil : runAt
  return { for: who, until: until > now ? until : null }
}

/**
 * Returns `undefined` if the refund ended or its request is in flight. Without a live task an
 * operator must act.
 */
export const waitOfRefund = (
  refund: Pick<RefundRow, 'state' | 'needs_attention'> & {
    refusal: Pick<RefundRefusal, 'code' | 'is_unexplained'> | null
    approval: Pick<RefundApproval, 'state' | 'until'> | null
  },
  task: { isUnderWay: boolean; wait: Wait | undefined } | undefined,
  { isFrozen = false }: { isFrozen?: boolean } = {},
): Wait | undefined => {
  const { state, refusal, needs_attention } = refund
  if (isOver(refund) || task?.isUnderWay) return undefined
  const { approval } = refund
  if (approval && awaitsApproval(refund))
    return { for: 'approval', until: new Date(approval.until) }
  if (isFrozen && !needs_attention && !mayBeAtGateway(refund)) return { for: 'thaw', until: null }
  const wait = task?.wait
  if (!wait) return { for: 'person', until: null }
  if (wait.for !== 'retry') return wait
  if (needs_attention) return { ...wait, for: 'person' }
  if (state === 'accepted' || state === 'unknown') return { ...wait, for: 'confirmation' }
  if (state !== 'waiting') return wait
  if (refusal?.code !== 'not_refundable_yet') return { ...wait, for: 'person' }
  return refusal.is_unexplained ? wait : { ...wait, for: 'settlement' }
}
