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
  return {
    isPending: mutation.isPending,
    run: (input: Input) =>
      mutation.mutate(input, {
        onSuccess: async (data) => {
          notifications.show({
            message: typeof done === 'string' ? done : done(data),
            closeButtonProps,
          })
          await queries.invalidateQueries()
          after?.(data)
        },
        onError: (error) => {
          if (isFailureShown) return
          const problem = problemOf(error)
          notifications.show({
            color: 'red',
            closeButtonProps,
            autoClose: 12_000,
            title: problem?.title ?? texts.noAnswer,
            message: problem ? detailOf(problem) : texts.mayBeDone,
          })
        },
      }),
  }
}
