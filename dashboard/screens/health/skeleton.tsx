import { Skeleton } from '@mantine/core'
import { useHealthTexts } from './texts.ts'

export const HealthSkeleton = () => {
  const texts = useHealthTexts()
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton h={320} radius="lg" />
    </div>
  )
}
