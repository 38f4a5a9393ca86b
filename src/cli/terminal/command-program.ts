import { platforms } from '../../../adapters/registry.ts'
import { actAs } from '../../db/current-actor.ts'
import type { Actor } from '../../domain/actor.ts'
import type { InstalledPlatform } from '../../http/platform-routes.ts'
import { type Program, type ProgramEnd, runProgram } from '../../runtime/process/program.ts'
import { WRONG_USE, WrongUse } from './command-line.ts'

export interface CommandProgram extends Program {
  platforms: readonly InstalledPlatform[]
}

const COMMAND_LINE: Actor = { kind: 'command_line' }

/** Runs a command as the actor `command_line`. A command may return an exit code. */
export const runCommand = (
  run: (program: CommandProgram) => Promise<void> | Promise<number>,
): Promise<void> =>
  runWithoutActor(async (program) => ({
    exitCode: (await actAs(COMMAND_LINE, () => run(program))) ?? 0,
  }))

/** Runs a command that starts servers: the actors are their callers. */
export const runWithoutActor = (
  run: (program: CommandProgram) => Promise<ProgramEnd>,
): Promise<void> => runProgram((program) => run({ ...program, platforms }).catch(endOfWrongUse))

const endOfWrongUse = (error: unknown): ProgramEnd => {
  if (!(error instanceof WrongUse)) throw error
  process.stderr.write(`${error.message}\n`)
  return { exitCode: WRONG_USE }
}
