import { Group, Stack, Text } from '@mantine/core'
import { use } from '../../../app/api.ts'
import { FormFailure } from '../../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../../parts/forms/use-form-action.ts'
import { useStoreTexts } from '../store-texts.ts'
import { ShownTest, TestButton } from './test-button.tsx'

/** Shows the store's notify address, which other fields of the store change. */
export const OwnAddress = ({ storeId, url }: { storeId: string; url: string }) => {
  const words = useStoreTexts().endpoints
  const mutation = use.useMutation('post', '/operator/v1/stores/{id}/test-notification')
  const test = useFormAction(mutation, {})
  return (
    <li>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text className="code">
            <bdi>{url}</bdi>
          </Text>
          <TestButton
            url={url}
            isPending={test.isPending}
            run={() => test.run({ params: { path: { id: storeId } } })}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {words.own}
        </Text>
        <ShownTest result={mutation.data} />
        <FormFailure act={test} />
      </Stack>
    </li>
  )
}
