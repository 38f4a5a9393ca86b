import type { SupervisedProcess } from '../world/kept-process.ts'

export interface Stage {
  settings: Record<string, string>
  /** The current primary itself, without proxy or pooler. */
  databaseUrl(): string
  /** Resolves with a description once the engine is back. */
  strike(puente: readonly SupervisedProcess[]): Promise<string>
}

/** Closers passed to `onClose` run in reverse order. */
export type OpenStage = (onClose: (close: () => Promise<void> | void) => void) => Promise<Stage>

export const DATABASE = 'puente'
