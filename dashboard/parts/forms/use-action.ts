import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { detailOf, problemOf } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { showNotification } from './show-notification.ts'
import { useSingleRun } from './use-single-run.ts'

/** Runs a mutation, shows its outcome and refetches all queries. */
export const useAction = <Data, Input>(
  mutation: UseMutationResult<Data, unknown, Input, unknown>,
  done: string | ((data: Data) => string),
  {
    after,
    isFailureShown = false,
  }: {
    after?: (data: Data) => void
    /** The caller shows the error. */
    isFailureShown?: boolean
  } = {},
) => {
  const queries = useQueryClient()
  const run = useSingleRun(mutation)
  const texts = useTexts()
  const closeButtonProps = { 'aria-label': texts.close }
  const succeed = async (data: Data) => {
    void showNotification({
      message: typeof done === 'string' ? done : done(data),
      closeButtonProps,
    })
    await queries.invalidateQueries()
    after?.(data)
  }
  const fail = (error: unknown) => {
    if (isFailureShown) return
    const problem = problemOf(error)
    void showNotification({
      color: 'red',
      closeButtonProps,
      autoClose: 12_000,
      title: problem?.title ?? texts.noAnswer,
      message: problem ? detailOf(problem) : texts.mayBeDone,
    })
  }
  return {
    isPending: mutation.isPending,
    // Success may unmount the button; callbacks of a mutation would be dropped.
    run: (input: Input): void => {
      run(input)?.then(succeed, fail)
    },
  }
}
