import { useQuery } from '@tanstack/react-query'
import { useHealthTexts } from './health-texts.ts'

const REFETCH_MS = 10_000

type Notice = 'noWrites' | 'stuck' | 'keys' | 'redis'

/** Shows failures that `/health` reports. */
export const InstallationNotice = () => {
  const texts = useHealthTexts()
  const { data: notice } = useQuery({
    queryKey: ['installation-health'],
    queryFn: async ({ signal }): Promise<Notice | null> => {
      const answer = await fetch('/health', { signal })
      return noticeOf(await answer.json())
    },
    refetchInterval: REFETCH_MS,
    retry: false,
  })
  return (
    <div aria-live="polite">
      {notice ? <p className="notice">{texts.installation[notice]}</p> : null}
    </div>
  )
}

const NOTICES: Readonly<Record<string, Notice>> = {
  'database takes no writes': 'noWrites',
  'worker stuck': 'stuck',
  'sealing keys missing': 'keys',
}

const noticeOf = (health: { status?: string; worker_waits_for?: string }): Notice | null =>
  NOTICES[health.status ?? ''] ?? (health.worker_waits_for ? 'redis' : null)
