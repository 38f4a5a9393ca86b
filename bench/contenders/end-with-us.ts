import type { ChildProcess } from 'node:child_process'

/** Kills the child when the bench exits, even early. */
export const endWithUs = <Child extends ChildProcess>(child: Child): Child => {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}
