import type { ChildProcess } from 'node:child_process'

/** A process that ends when the bench does, also when that is told to end half-way. */
export const endWithUs = <Child extends ChildProcess>(child: Child): Child => {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}
