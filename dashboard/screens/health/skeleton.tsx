import { Skeleton } from '@mantine/core'
import { useTexts } from '../../app/language.ts'

export const HealthSkeleton = () => {
  const texts = useTexts()
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton h={320} radius="lg" />
    </div>
  )
}
