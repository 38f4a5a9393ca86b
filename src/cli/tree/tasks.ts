import { Argument, type Command, Option } from 'commander'
import { TASK_STATES } from '../../db/tables/tasks.ts'
import { REPLAY_LIMIT } from '../../payments/ports/replay-tasks.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, JSON_OPTION, limitOption, timeOption, YES_OPTION } from './options.ts'

const taskArgument = () => new Argument('[task]', 'task id, such as tsk_12')

export const addTaskCommands = (root: Command): void => {
  const tasks = commandOf(root, 'tasks', 'list, try and replay background tasks')
  commandOf(tasks, 'list', 'list tasks with their failures, and open circuits')
    .addOption(
      new Option('--state <state>', 'only tasks in this state')
        .choices([...TASK_STATES, 'all'])
        .default('dead'),
    )
    .option('--store <store>', 'only this store')
    .option('--kind <kind>', 'only this kind')
    .addOption(limitOption(1_000))
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../tasks/list.ts')).listTasksCommand))
  commandOf(tasks, 'try', 'run a waiting task now, even if its circuit is open')
    .addArgument(taskArgument())
    .option('--store <store>', 'try one task per circuit of this store; the rest follows')
    .action(action(async () => (await import('../tasks/try.ts')).tryTasks))
  addReplay(commandOf(tasks, 'replay', 'run dead tasks again, as new tasks'))
  addReplay(commandOf(root, 'replay', 'alias of "tasks replay"'))
}

const addReplay = (command: Command): void => {
  command
    .addArgument(taskArgument())
    .option('--store <store>', 'only this store')
    .option('--kind <kind>', 'only this kind')
    .addOption(timeOption('--died-after <time>', 'only tasks that died after this time'))
    .addOption(timeOption('--died-before <time>', 'only tasks that died before this time'))
    .option(...YES_OPTION)
    .addHelpText(
      'after',
      notes(
        `\nReplays at most ${REPLAY_LIMIT} tasks at a time. Without a task or a filter, it lists the dead tasks and asks first.`,
      ),
    )
    .action(action(async () => (await import('../tasks/replay.ts')).replayTasksCommand))
}
