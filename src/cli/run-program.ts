import { SettingsError } from '../../config/settings.ts'

/** A message for the person at the terminal, who is not helped by a stack trace. */
export class UserError extends Error {}

/** Runs a program to its end or its start; a wrong setting is told in words and ends it. */
export const runProgram = async (program: () => Promise<void>): Promise<void> => {
  try {
    await program()
  } catch (error) {
    const isForUser = error instanceof SettingsError || error instanceof UserError
    console.error(isForUser ? error.message : error)
    process.exit(1)
  }
}
