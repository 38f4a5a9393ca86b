import { CommanderError } from 'commander'
import { commandTree } from '../tree/tree.ts'
import { WRONG_USE } from './command-line.ts'

/** `args` are words, such as `['stores', 'list']`. */
export const runCommandLine = async (args: readonly string[]): Promise<void> => {
  try {
    await commandTree(await platformsOf(args)).parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has printed its message; `--help` exits with 0.
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE
  }
}

/** Loading the platforms takes a second, and only `stores` has options of theirs. */
const platformsOf = async (args: readonly string[]) => {
  if (!args.some((word) => word === 'stores' || word === 'completion')) return []
  return (await import('../../../adapters/registry.ts')).platforms
}
