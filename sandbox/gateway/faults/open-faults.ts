import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { SandboxDatabase } from '../database/sandbox-database.ts'
import { readState, writeState } from '../database/state.ts'
import type { Tables } from '../database/tables.ts'
import {
  type AttemptAhead,
  concernsAttempts,
  concernsEvents,
  concernsRequest,
  decideAttempt,
  decideEvent,
  decideRequest,
  type EventFaults,
  type FaultState,
  type FaultStep,
  type Request,
  type RequestFaults,
} from './decisions.ts'
import {
  type AttemptFault,
  type FaultSettings,
  type FaultsInput,
  faultSettings,
  merged,
  noFaults,
} from './settings.ts'

/**
 * One row lock guards counts and plans in the database, so they survive a restart and concurrent
 * decisions count once each. Skips the database while no fault is set.
 */
export interface Faults {
  read(): Promise<FaultSettings>
  /** Merges. A seed, even the current one, restarts the counts. */
  change(input: FaultsInput): Promise<FaultSettings>
  /** Clears all faults; draws a new seed. */
  reset(): Promise<void>
  /** Faults of an event that `trx` will insert. */
  ofEvent(trx: Transaction<Tables>, type: string): Promise<EventFaults>
  ofAttempt(about: AttemptAhead): Promise<AttemptFault[]>
  ofRequest(request: Request): Promise<RequestFaults>
  /** "The processor rejects it" (4.7). */
  refundsRejected(): boolean
}

const faultState = z.object({ settings: faultSettings, ordinals: z.record(z.string(), z.number()) })

const NO_EVENT_FAULTS: EventFaults = {
  key: null,
  faults: [],
  plannedForAttempt: null,
  delaySeconds: 0,
}
const NO_REQUEST_FAULTS: RequestFaults = { latencyMs: 0, fault: null, retryAfterSeconds: 0 }

const LARGEST_SEED = 2 ** 31

const freshState = (): FaultState => ({ settings: noFaults(randomInt(LARGEST_SEED)), ordinals: {} })

export const openFaults = async (database: SandboxDatabase): Promise<Faults> => {
  let known: FaultState = (await readState(database, 'faults', faultState)) ?? freshState()
  await writeState(database, 'faults', known)

  const consume = async <Decision>(
    trx: Transaction<Tables>,
    step: FaultStep<Decision>,
  ): Promise<Decision> => {
    const { value } = await trx
      .selectFrom('state')
      .select('value')
      .where('name', '=', 'faults')
      .forUpdate()
      .executeTakeFirstOrThrow()
    known = faultState.parse(value)
    const { state, decision } = step(known)
    if (state !== known) {
      await trx
        .updateTable('state')
        .set({ value: JSON.stringify(state) })
        .where('name', '=', 'faults')
        .execute()
    }
    return decision
  }

  const takeAlone = <Decision>(step: FaultStep<Decision>): Promise<Decision> =>
    database.query.transaction().execute((trx) => consume(trx, step))

  const set = async (next: (state: FaultState) => FaultState): Promise<FaultSettings> => {
    const state = await takeAlone<FaultState>((before) => {
      const after = next(before)
      return { state: after, decision: after }
    })
    known = state
    return state.settings
  }

  return {
    read: async () => ((await readState(database, 'faults', faultState)) ?? known).settings,
    change: (input) =>
      set(({ settings, ordinals }) => ({
        settings: merged(settings, input),
        ordinals: input.seed === undefined ? ordinals : {},
      })),
    reset: async () => {
      await set(freshState)
    },
    ofEvent: async (trx, type) =>
      concernsEvents(known.settings, type) ? consume(trx, decideEvent(type)) : NO_EVENT_FAULTS,
    ofAttempt: async (about) =>
      about.planned || concernsAttempts(known.settings, about.type)
        ? takeAlone(decideAttempt(about))
        : [],
    ofRequest: async (request) =>
      concernsRequest(known.settings, request)
        ? takeAlone(decideRequest(request))
        : NO_REQUEST_FAULTS,
    refundsRejected: () => known.settings.refund_rejected_by_processor,
  }
}
