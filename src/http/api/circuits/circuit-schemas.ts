import { z } from 'zod'
import { CIRCUIT_STATES } from '../../../payments/circuits/rules/circuit.ts'
import { CIRCUIT_NAMES } from '../../../payments/tasks/try-now.ts'

export const circuitView = z
  .object({
    name: z.enum(CIRCUIT_NAMES).meta({
      description:
        "`gateway`: the gateway account, which other stores may share. `store`: the store's own shop.",
    }),
    state: z.enum(CIRCUIT_STATES).meta({
      description:
        '`closed`: it works. `failing`: it has failed lately, and is tried as ever. `open`: it is left alone until `open_until`. `half_open`: one task tries. `paused`: nothing is sent until somebody resumes it.',
    }),
    open_until: z.iso.datetime().nullable(),
    paused_at: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable(),
    last_error: z.string().nullable().meta({ example: 'gateway: HTTP 503' }),
    tasks_waiting: z.int().meta({
      description: 'Tasks of this store that are due, or could not reach it and are tried again.',
    }),
  })
  .meta({ id: 'Circuit' })

export const circuitList = z.object({ data: z.array(circuitView) }).meta({ id: 'CircuitList' })

export const circuitTried = z
  .object({
    circuit: circuitView,
    tried: z.string().meta({
      description: 'The task that tries now; the others follow when it is done.',
      example: 'tsk_12',
    }),
  })
  .meta({ id: 'CircuitTried' })
