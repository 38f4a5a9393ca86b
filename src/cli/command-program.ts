import { platforms } from '../../adapters/registry.ts'
import type { InstalledPlatform } from '../http/platform-routes.ts'
import { type Program, type ProgramEnd, runProgram } from '../runtime/program.ts'

/** A program that is a command, with the platforms of this installation. */
export interface CommandProgram extends Program {
  platforms: readonly InstalledPlatform[]
}

export const runCommand = (run: (program: CommandProgram) => Promise<ProgramEnd>): Promise<void> =>
  runProgram((program) => run({ ...program, platforms }))
