import { Button, Group, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, type Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import type { SignedInPerson } from '../../app/session/person.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { InviteModal } from './invite-modal.tsx'
import { MemberTable } from './member-table.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { RefundLimits } from './refund-limit.tsx'

export const OrganizationSection = ({
  organization,
  me,
}: {
  organization: Schemas['Organization']
  me: SignedInPerson
}) => {
  const texts = useTexts().people
  const [isOpen, { open, close }] = useDisclosure()
  const pages = usePages(['people', organization.id], (cursor, signal) =>
    api.GET('/operator/v1/people', {
      params: { query: { organization_id: organization.id, limit: 50, ...cursor } },
      signal,
    }),
  )
  return (
    <Stack gap="lg" component="section">
      <Group justify="space-between">
        <Title order={2}>
          <bdi>{organization.name}</bdi>
        </Title>
        <Button onClick={open}>{texts.invite}</Button>
      </Group>
      {pages.error ? (
        <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
      ) : (
        <MemberTable members={pages.rows} organization={organization} me={me} />
      )}
      <MoreButton pages={pages} />
      <OpenInvitations organization={organization} />
      <RefundLimits organization={organization} />
      <InviteModal organization={organization} isOpen={isOpen} close={close} />
    </Stack>
  )
}
