import type { CommandProgram } from '../terminal/command-program.ts'
import { checkTables } from './check-tables.ts'
import { createTables } from './create-tables.ts'

export const migrate = async (
  program: CommandProgram,
  { check }: { check?: boolean },
): Promise<number> => {
  if (check) return checkTables(program)
  await createTables(program)
  return 0
}
