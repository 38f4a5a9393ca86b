import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage, useTexts } from '../../app/language.ts'
import { signInAddress } from '../../app/session/end-of-session.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { browserName } from '../../parts/values/browser-name.ts'
import { Moment } from '../../parts/values/moment.tsx'

interface Session {
  id: string
  is_current: boolean
  begun_at: string
  network: string | null
  user_agent: string | null
}

const SESSIONS = ['sessions'] as const

const readSessions = async ({ signal }: { signal: AbortSignal }): Promise<{ data: Session[] }> => {
  const answer = await fetch('/auth/sessions', { signal })
  if (!answer.ok) throw await answer.json()
  return answer.json()
}

/** Without an id, ends all sessions. */
const end = async (id?: string): Promise<void> => {
  const path = id === undefined ? '/auth/sessions' : `/auth/sessions/${encodeURIComponent(id)}`
  const { lang } = document.documentElement
  const answer = await fetch(path, { method: 'DELETE', headers: { 'accept-language': lang } })
  if (!answer.ok) throw await answer.json()
}

export const Sessions = () => {
  const texts = useTexts().people.sessions
  const sessions = useQuery({ queryKey: SESSIONS, queryFn: readSessions })
  const everywhere = useAction(useMutation({ mutationFn: () => end() }), texts.ended, {
    after: () => window.location.assign(signInAddress()),
  })
  return (
    <section className="card figure">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text c="dimmed">{texts.hint}</Text>
        </div>
        <Button variant="default" loading={everywhere.isPending} onClick={() => everywhere.run()}>
          {texts.everywhere}
        </Button>
      </Group>
      <Loaded query={sessions}>
        {({ data }) => (
          <Stack component="ul" className="bare lines" gap={0} mt="xs">
            {data.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </Loaded>
    </section>
  )
}

const SessionLine = ({ session }: { session: Session }) => {
  const { format } = useLanguage()
  const texts = useTexts().people.sessions
  const act = useAction(useMutation({ mutationFn: () => end(session.id) }), texts.ended)
  const name = browserName(session.user_agent) ?? texts.unknown
  return (
    <li>
      <Group justify="space-between">
        <div>
          <Text>
            <bdi>{name}</bdi>{' '}
            {session.is_current ? <Badge variant="light">{texts.current}</Badge> : null}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.begun} <Moment at={session.begun_at} />
            {session.network ? ` · ${session.network}` : ''}
          </Text>
        </div>
        {session.is_current ? null : (
          <Button
            variant="default"
            aria-label={format(texts.endOf, { name })}
            loading={act.isPending}
            onClick={() => act.run()}
          >
            {texts.end}
          </Button>
        )}
      </Group>
    </li>
  )
}
