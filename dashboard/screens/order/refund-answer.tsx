import { Button, Group } from '@mantine/core'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'

/** Resolves a refund with an unknown outcome. */
export const RefundOutcomeForm = ({ id }: { id: string }) => {
  const texts = useTexts().refund
  const act = useAction(
    use.useMutation('post', '/operator/v1/refunds/{id}/resolve'),
    texts.answered,
  )
  const answer = (resolution: 'already_made' | 'refund_anyway') =>
    act.run({ params: { path: { id } }, body: { resolution } })
  return (
    <Group gap="sm" mt="sm">
      <Button loading={act.isPending} onClick={() => answer('already_made')}>
        {texts.alreadyMade}
      </Button>
      <Button variant="default" loading={act.isPending} onClick={() => answer('refund_anyway')}>
        {texts.refundAnyway}
      </Button>
    </Group>
  )
}
