import type { ProgramEnd } from '../../runtime/process/program.ts'
import type { CommandProgram } from '../terminal/command-program.ts'

/** The function takes the command's arguments and options. */
type Load<Args extends unknown[], End> = () => Promise<
  (program: CommandProgram, ...args: Args) => End
>

/** Changes of the command have the actor `command_line`. */
export const action =
  <Args extends unknown[]>(load: Load<Args, Promise<void> | Promise<number>>) =>
  async (...args: Args): Promise<void> => {
    const [{ runCommand }, run] = await Promise.all([
      import('../terminal/command-program.ts'),
      load(),
    ])
    await runCommand((program) => run(program, ...args))
  }

export const serverAction =
  <Args extends unknown[]>(load: Load<Args, Promise<ProgramEnd>>) =>
  async (...args: Args): Promise<void> => {
    const [{ runWithoutActor }, run] = await Promise.all([
      import('../terminal/command-program.ts'),
      load(),
    ])
    await runWithoutActor((program) => run(program, ...args))
  }
