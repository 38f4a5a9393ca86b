import { Button, Center } from '@mantine/core'
import { useTexts } from '../app/language.tsx'

/** Asks for the next page of a list, where there is one. */
export const MoreButton = ({
  pages,
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown }
}) => {
  const texts = useTexts()
  if (!pages.hasNextPage) return null
  return (
    <Center>
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => pages.fetchNextPage()}
      >
        {texts.more}
      </Button>
    </Center>
  )
}
