import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../app/language.ts'

export const MoreButton = ({
  pages,
}: {
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
}) => {
  const texts = useTexts()
  if (!pages.hasNextPage) return null
  return (
    <Stack align="center" gap="xs">
      {pages.isFetchNextPageError ? (
        <Text c="red" role="alert">
          {texts.failed}
        </Text>
      ) : null}
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {texts.more}
      </Button>
    </Stack>
  )
}
