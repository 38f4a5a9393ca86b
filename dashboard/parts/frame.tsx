import { Skeleton, Stack } from '@mantine/core'
import { useTexts } from '../app/language.ts'

const LINES = [28, 96, 96] as const

/** Outline of what loads. */
export const Frame = () => {
  const { loading } = useTexts()
  return (
    <Stack gap="md" role="status" aria-label={loading}>
      {LINES.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The lines never change.
        <Skeleton key={index} h={height} radius="md" />
      ))}
    </Stack>
  )
}

/** Shown while a screen's code loads. */
export const ScreenFrame = () => (
  <Stack gap="lg">
    <Skeleton h={36} w="min(16rem, 60%)" radius="md" />
    <Frame />
  </Stack>
)
