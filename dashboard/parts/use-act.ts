import { notifications } from '@mantine/notifications'
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { detailOf, problemOf } from '../app/api.ts'
import { useTexts } from '../app/language.tsx'

/** An act of a person: says that it was done, or why not, and has what is shown read again. */
export const useAct = <Data, Input>(
  mutation: UseMutationResult<Data, unknown, Input, unknown>,
  done: string | ((data: Data) => string),
  {
    after,
    isFailureShown = false,
  }: {
    after?: (data: Data) => void
    /** Where it was asked for says why it was not done. */
    isFailureShown?: boolean
  } = {},
) => {
  const queries = useQueryClient()
  const texts = useTexts()
  const closeButtonProps = { 'aria-label': texts.keyboard.close }
  const succeed = async (data: Data) => {
    notifications.show({
      message: typeof done === 'string' ? done : done(data),
      closeButtonProps,
    })
    await queries.invalidateQueries()
    after?.(data)
  }
  const fail = (error: unknown) => {
    if (isFailureShown) return
    const problem = problemOf(error)
    notifications.show({
      color: 'red',
      closeButtonProps,
      autoClose: 12_000,
      title: problem?.title ?? texts.noAnswer,
      message: problem ? detailOf(problem) : texts.mayBeDone,
    })
  }
  return {
    isPending: mutation.isPending,
    // The act itself may take its button away, and `mutate` drops its callbacks then.
    run: (input: Input): void => {
      mutation.mutateAsync(input).then(succeed, fail)
    },
  }
}
