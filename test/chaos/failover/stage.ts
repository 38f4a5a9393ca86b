import type { KeptProcess } from '../world/kept-process.ts'

/** The engines of a trial, and how they fail. */
export interface Stage {
  /** Where Puente finds them. */
  settings: Record<string, string>
  /** PostgreSQL itself, by the server that has the truth now. */
  databaseUrl(): string
  /** Resolves when the engine is back, with how it was in words. */
  strike(puente: readonly KeptProcess[]): Promise<string>
}

/** Opens engines; `onClose` is told how to close each, and the latest goes first. */
export type OpenStage = (onClose: (close: () => Promise<void> | void) => void) => Promise<Stage>

export const DATABASE = 'puente'
