import { Button } from '@mantine/core'
import { use } from '../../app/api.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { useCounterTexts } from './counter-texts.ts'

export const RemoveFavourite = ({ id, close }: { id: string; close: () => void }) => {
  const { favourites: texts } = useCounterTexts()
  const mutation = use.useMutation('delete', '/operator/v1/counter-items/{id}')
  const act = useAction(mutation, texts.removed, { after: close })
  return (
    <Button
      variant="default"
      loading={act.isPending}
      onClick={() => act.run({ params: { path: { id } } })}
    >
      {texts.remove}
    </Button>
  )
}
