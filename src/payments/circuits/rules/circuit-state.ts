import { type Circuit, isOpen } from './circuit.ts'

/**
 * `failing`: it has failed lately and is tried as ever. `open`: it is left alone. `half_open`: one
 * task may try. `paused`: a person has to say when it is tried again.
 */
export const CIRCUIT_STATES = ['closed', 'failing', 'open', 'half_open', 'paused'] as const
export type CircuitState = (typeof CIRCUIT_STATES)[number]

export const stateOfCircuit = (
  circuit: Pick<Circuit, 'open_until' | 'paused_at'> | undefined,
  now: Date,
): CircuitState => {
  if (!circuit) return 'closed'
  if (circuit.paused_at !== null) return 'paused'
  if (isOpen(circuit, now)) return 'open'
  return circuit.open_until === null ? 'failing' : 'half_open'
}
