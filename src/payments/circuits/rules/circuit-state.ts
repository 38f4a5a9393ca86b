import { type Circuit, isCircuitOpen } from './circuit.ts'

/**
 * `failing`: failed lately, calls continue. `open`: no calls. `half_open`: one task may probe.
 * `paused`: until an operator resumes it.
 */
export const CIRCUIT_STATES = ['closed', 'failing', 'open', 'half_open', 'paused'] as const
export type CircuitState = (typeof CIRCUIT_STATES)[number]

export const stateOfCircuit = (
  circuit: Pick<Circuit, 'open_until' | 'paused_at'> | undefined,
  now: Date,
): CircuitState => {
  if (!circuit) return 'closed'
  if (circuit.paused_at !== null) return 'paused'
  if (isCircuitOpen(circuit, now)) return 'open'
  return circuit.open_until === null ? 'failing' : 'half_open'
}
