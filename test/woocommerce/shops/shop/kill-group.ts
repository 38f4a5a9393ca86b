import { errorCode } from '../../../../src/runtime/error-code.ts'

/** Signals a process and its children; a group that ended already is no error. */
export const killGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
