import { platforms } from '../../adapters/registry.ts'
import type { Actor } from '../domain/actor.ts'
import type { InstalledPlatform } from '../http/platform-routes.ts'
import { actAs } from '../runtime/current-actor.ts'
import { type Program, type ProgramEnd, runProgram } from '../runtime/program.ts'

export interface CommandProgram extends Program {
  platforms: readonly InstalledPlatform[]
}

export const COMMAND_LINE: Actor = { kind: 'command_line' }

export const runCommand = (run: (program: CommandProgram) => Promise<ProgramEnd>): Promise<void> =>
  runProgram((program) => actAs(COMMAND_LINE, () => run({ ...program, platforms })))
