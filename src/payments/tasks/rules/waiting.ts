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
  gateway: 'Puente pauses requests to the gateway account, which was unreachable',
  store: 'Puente pauses requests to the shop or endpoint, which was unreachable',
  settlement: 'the gateway cannot refund the charge until it settles or its refund window opens',
  confirmation:
    'the gateway accepted it but does not show it yet, or its answer was lost and Puente is looking up the outcome',
  person: 'a person must act; see the open alerts',
  thaw: 'the store is frozen; Puente continues once a person thaws it',
  approval: "the refund is above the store's limit; a second person must approve it",
  schedule: 'it is scheduled for later',
  retry: 'it failed; Puente retries it after a delay',
  worker: 'it is due, but no worker has claimed it yet',
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
