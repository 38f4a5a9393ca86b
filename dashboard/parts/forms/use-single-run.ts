import type { MutateOptions, UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Ignores a run while one is pending: a double click can precede the button's loading state.
 * The mutation's `error` holds a failure, so the promise may be dropped.
 */
export const useSingleRun = <Data, Input>({
  mutateAsync,
}: UseMutationResult<Data, unknown, Input, unknown>) => {
  const isRunning = useRef(false)
  return (
    input: Input,
    options?: MutateOptions<Data, unknown, Input, unknown>,
  ): Promise<Data> | undefined => {
    if (isRunning.current) return undefined
    isRunning.current = true
    const running = mutateAsync(input, options).finally(() => {
      isRunning.current = false
    })
    running.catch(() => {})
    return running
  }
}
